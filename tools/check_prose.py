"""Check that docs, catalogues, docstrings and comments are in plain English.

python tools/check_prose.py             print every error in the checked files; exit status 1 if there is one
python tools/check_prose.py --report    print the number of errors in each folder; exit status 0
python tools/check_prose.py FILE...     check these files only

An error is a banned phrase anywhere, and in Markdown also a sentence over 35 words or a line over 110 columns.
Text inside backticks is never checked, so a page can quote a banned phrase or name a setting.
"""

from __future__ import annotations

import argparse
import ast
import io
import re
import subprocess
import sys
import tokenize
from collections import Counter
from collections.abc import Iterator
from fnmatch import fnmatch
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[1]

# Each phrase is a regular expression without regard to case; a space also matches a line break.
BANNED = {
    r"who(m|so)?ever": "name the person: the player, the admin, anyone who ...",
    r"anew": "again",
    r"thousand million": "billion",
    r"(in|of|per) (a|one|every) hundred": "%, or percentage points",
    r"mend(s|ed|ing)?": "fix, repair",
    r"whilst": "while",
    r"dear(er|est|ly)?": "expensive",
    r"(?<![/\w-])(time)?keepers?(?![\w-])": "admin, host",
    r"(the|this|our|whole) house(?! rules?)": "the project, the server, our own",
    r"(an|each|every|no|another|which|one) eye": "viewer",
    r"(for|to|of|through|all|whose|anybody's|somebody's) eyes": "viewers, point of view",
    r"(am|is|are|was|were|be|been|being) (also |never |not |only |then |once )?told(?! apart)": "receives, gets, sees",
    r"strangers?": "third party, the public, an untrusted client",
    r"square code": "QR code",
    r"(the|a|over|by) wire": "protocol, connection, network",
    r"manners": "conventions",
    r"reckon(s|ed|ing)?": "compute, estimate",
    r"give or take": "±, or margin of error",
    r"(hither|thither|thence|whence|thereof|wherein|whereof)": "plain words",
    r"in one go": "at once, in one batch",
}

# The files whose errors fail `make lint`. A pattern that starts with ! takes files out again.
CHECKED = (
    "*.md",
    "src/armarium/*/text/en.json",
    "src/armarium/text/en.json",
    "*.py",
    "web/src/*.ts",
    "web/src/*.svelte",
    "web/src/*.css",
    "!*.fr.md",
    "!web/src/paraglide/*",
    "!web/src/generated/*",
    # Frozen: a test of the suites pins the hashes of these files.
    "!src/armarium/games/*/players/kernels/bidding.py",
    "!src/armarium/games/*/players/kernels/evaluation.py",
)
# Files with known errors: `--report` counts them, but they do not fail `make lint`. Remove a pattern once it is clean.
PENDING: tuple[str, ...] = ()

LONGEST_SENTENCE = 35  # words
LONG_SENTENCE = 25  # words; only the share of these is reported
LONGEST_LINE = 110  # columns


def _find_longest_word(phrase: str) -> str:
    """Return the longest word that every match contains: searching for it first is much faster."""
    words = re.findall("[a-z]+", re.sub(r"\([^()]*\)|.\?", " ", phrase))
    return max(words, key=len, default="")


_BANNED = [
    (
        _find_longest_word(phrase),
        re.compile(rf"(?<!\w)(?:{phrase})(?!\w)".replace(" ", r"\s+"), re.IGNORECASE),
        instead,
    )
    for phrase, instead in BANNED.items()
]
_FENCE = re.compile(r"^([ \t]*)(```|~~~).*?^\1\2[ \t]*$", re.MULTILINE | re.DOTALL)
_HTML_COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
_CODE = re.compile(r"(`+)(?!`).+?(?<!`)\1(?!`)", re.DOTALL)
_TARGET = re.compile(r"(?<=\])(\([^)\s]*(?: \"[^\"]*\")?\)|\[[^\]]*\])|<[^>\s][^>]*>|https?://\S+")
_TABLE_ROW = re.compile(r"^[ \t]*\|.*$", re.MULTILINE)
_BLOCK_START = re.compile(r"^\s*(?:[-*+]|\d+\.|#+|>)\s+")
_HEADING = re.compile(r"^\s*#+\s")
_SENTENCE_END = re.compile(
    r"(?<!e\.g)(?<!i\.e)(?<! vs)(?<!etc)(?<!cf)[.!?…][\"'”’)*_\]]*\s+(?=[\"'“‘(*_\[`¤]*[A-Z0-9¤])"
)
_WORD = re.compile(r"[^\W_][\w.,'’/%-]*|¤")
_WEB_COMMENT = re.compile(r"/\*.*?\*/|<!--.*?-->|(?<![:\"'`\w])//[^\n]*", re.DOTALL)
_GENERATED = re.compile(r"/(\.|node_modules/|build/|dist/|page/|__pycache__/)")
_RELEASE = re.compile(r"^## \[?(?!\[?Unreleased)", re.MULTILINE)


class Error(NamedTuple):
    path: str
    line: int
    message: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.message}"


class ProseSentence(NamedTuple):
    line: int
    text: str
    words: int


def _blank(text: str, filler: str = " ") -> str:
    """Return a text of the same length and lines in which nothing is left to check."""
    return re.sub(r"[^\n]", filler, text)


def markdown_prose(text: str) -> str:
    """Return Markdown with code, comments and link targets blanked; inline code becomes one word."""
    released = _RELEASE.search(text) if text.startswith("# Changelog") else None
    if released:  # published releases are not edited
        text = text[: released.start()]
    text = _FENCE.sub(lambda found: _blank(found[0]), text)
    text = _HTML_COMMENT.sub(lambda found: _blank(found[0]), text)
    text = _CODE.sub(lambda found: _blank(found[0], "¤"), text)
    return _TARGET.sub(lambda found: _blank(found[0]), text)


def python_prose(text: str) -> str:
    """Return Python source with all but its docstrings and comments blanked."""
    lines = text.splitlines(keepends=True)
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line))
    parts: list[tuple[int, int]] = []
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT:
            parts.append(
                (
                    starts[token.start[0] - 1] + token.start[1] + 1,
                    starts[token.end[0] - 1] + token.end[1],
                )
            )
    owners = ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, owners) and ast.get_docstring(node, clean=False) is not None:
            docstring = node.body[0]
            assert docstring.end_lineno is not None
            parts.append((starts[docstring.lineno - 1], starts[docstring.end_lineno]))
    return _keep_parts(text, parts)


def web_prose(text: str) -> str:
    """Return TypeScript, Svelte or CSS source with all but its comments blanked."""
    return _keep_parts(text, [found.span() for found in _WEB_COMMENT.finditer(text)])


def catalogue_prose(text: str) -> str:
    """Return a JSON catalogue with its keys blanked."""
    return re.sub(r'"[^"\\]*"(?=\s*:)', lambda found: _blank(found[0]), text)


def _keep_parts(text: str, parts: list[tuple[int, int]]) -> str:
    kept = list(_blank(text, "\0"))
    for start, end in parts:
        kept[start:end] = text[start:end]
    # The indentation and the mark of a comment's next line do not separate its words.
    joined = re.sub(r"(?<=\n)\0+(?=[^\0\n])", lambda found: " " * len(found[0]), "".join(kept))
    return _CODE.sub(lambda found: _blank(found[0], "¤"), joined)


PROSE = {
    ".md": markdown_prose,
    ".py": python_prose,
    ".json": catalogue_prose,
    ".ts": web_prose,
    ".svelte": web_prose,
    ".css": web_prose,
}


def find_banned_phrases(path: str, prose: str) -> Iterator[Error]:
    """Find the banned phrases in a text from which everything else is blanked."""
    lower = prose.lower()
    for stem, pattern, instead in _BANNED:
        for found in pattern.finditer(prose) if stem in lower else ():
            phrase = " ".join(found[0].split())
            yield Error(
                path, prose.count("\n", 0, found.start()) + 1, f'"{phrase}": write {instead}'
            )


def sentences(prose: str) -> Iterator[ProseSentence]:
    """Split Markdown prose into sentences. Headings and tables are not sentences."""
    without_tables = _TABLE_ROW.sub(lambda found: _blank(found[0]), prose)
    block: list[tuple[int, str]] = []

    def flush() -> Iterator[ProseSentence]:
        text = ""
        offsets: list[tuple[int, int]] = []
        for number, line in block:
            offsets.append((len(text), number))
            text += line.strip() + " "
        block.clear()
        start = 0
        for end in [found.end() for found in _SENTENCE_END.finditer(text)] + [len(text)]:
            words = _WORD.findall(re.sub("¤[¤ ]*¤", "¤", text[start:end]))
            if words:
                number = max(number for offset, number in offsets if offset <= start)
                yield ProseSentence(number, text[start:end].strip(), len(words))
            start = end

    for number, line in enumerate(without_tables.splitlines(), 1):
        if not line.strip() or _BLOCK_START.match(line):
            yield from flush()
        if line.strip() and not _HEADING.match(line):
            block.append((number, _BLOCK_START.sub("", line)))
    yield from flush()


def _measure_width(line: str) -> int:
    return len(_TARGET.sub("", line))


def find_long_lines(path: str, text: str) -> Iterator[Error]:
    """Find the lines that are too long, outside tables, code and link targets."""
    text = _FENCE.sub(lambda found: _blank(found[0], ""), text)
    text = _TABLE_ROW.sub("", text)
    for number, line in enumerate(text.splitlines(), 1):
        if _measure_width(line) > LONGEST_LINE:
            yield Error(
                path,
                number,
                f"{_measure_width(line)} columns: break the line before column {LONGEST_LINE}",
            )


def check_text(path: str, text: str) -> tuple[list[Error], list[ProseSentence]]:
    """Return the errors of a file and, of a Markdown file, all its sentences."""
    kind = Path(path).suffix
    if kind != ".md" and not any(find_banned_phrases(path, re.sub("[#*/]", " ", text))):
        return [], []  # parsing the source is slow, and most files have nothing to find
    prose = PROSE[kind](text)
    errors = list(find_banned_phrases(path, prose))
    if kind != ".md":
        return errors, []
    found = list(sentences(prose))
    errors += [
        Error(path, sentence.line, f"{sentence.words} words in a sentence: split it")
        for sentence in found
        if sentence.words > LONGEST_SENTENCE
    ]
    errors += find_long_lines(path, text[: len(prose)])
    return sorted(errors, key=lambda error: error.line), found


def is_checked(path: str) -> bool:
    """Return whether a file is in the scope (see CHECKED)."""
    is_in = any(fnmatch(path, glob) for glob in CHECKED if not glob.startswith("!"))
    return is_in and not any(fnmatch(path, glob[1:]) for glob in CHECKED if glob.startswith("!"))


def is_pending(path: str) -> bool:
    """Return whether the errors of a file are reported only (see PENDING)."""
    return any(fnmatch(path, glob) for glob in PENDING)


def list_project_files() -> list[str]:
    """Return the paths of all files that git does not ignore; outside a checkout, of all source files."""
    if (ROOT / ".git").exists():
        command = ["git", "ls-files", "--cached", "--others", "--exclude-standard"]
        listed = subprocess.run(
            command, cwd=ROOT, capture_output=True, text=True, check=True
        ).stdout
        return sorted(name for name in listed.splitlines() if (ROOT / name).is_file())
    found = [path.relative_to(ROOT) for path in ROOT.rglob("*") if path.is_file()]
    return sorted(path.as_posix() for path in found if not _GENERATED.search(f"/{path.as_posix()}"))


def _find_folder(path: str) -> str:
    parts = Path(path).parts
    depth = 3 if parts[0] in ("src", "web") else 2 if parts[0] == "tests" else 1
    return "/".join(parts[: min(depth, len(parts) - 1)]) or "."


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--report", action="store_true", help="count the errors of each folder; exit status 0"
    )
    parser.add_argument(
        "files", nargs="*", help="paths from the top of the checkout; default: all files"
    )
    options = parser.parse_args(arguments)
    errors: list[Error] = []
    found: list[ProseSentence] = []
    scope = [
        name
        for name in list_project_files()
        if is_checked(name) and (options.report or not is_pending(name))
    ]
    for path in options.files or scope:
        if Path(path).suffix not in PROSE:
            continue
        in_file, in_prose = check_text(path, (ROOT / path).read_text("utf-8"))
        errors += in_file
        found += in_prose
    if options.report:
        for folder, count in sorted(Counter(_find_folder(error.path) for error in errors).items()):
            print(f"{count:6d}  {folder}")
    else:
        for error in errors:
            print(error)
    long = sum(sentence.words > LONG_SENTENCE for sentence in found)
    share = 100 * long / max(1, len(found))
    print(
        f"prose: {len(errors)} errors; {share:.1f} % of the {len(found)} sentences in Markdown "
        f"have over {LONG_SENTENCE} words"
    )
    return 1 if errors and not options.report else 0


if __name__ == "__main__":
    sys.exit(main())

"""tools/check_prose.py finds what is not plain English, and only that."""

from __future__ import annotations

import check_prose
import pytest


def find_messages(path: str, text: str) -> list[tuple[int, str]]:
    errors, _ = check_prose.check_text(path, text)
    return [(error.line, error.message.split(":")[0]) for error in errors]


def make_words(count: int) -> str:
    return "One " + "word " * (count - 2) + "ends."


@pytest.mark.parametrize(
    ("path", "text", "line"),
    [
        ("docs/a.md", "# Title\n\nSent to whoever\nasks.\n", 3),
        ("docs/a.md", "About 71 in a\nhundred games.\n", 1),
        ("docs/a.md", "| what | who |\n|---|---|\n| cards | whoever asks |\n", 3),
        ("src/armarium/text/en.json", '{\n "a": "Scan the square code."\n}\n', 2),
        ("src/a.py", '"""Send the seats.\n\nEvery player is told the result.\n"""\n', 3),
        ("src/a.py", "x = 1\n# Shuffle the cards\n# anew.\n", 3),
        ("src/a.py", "def f():\n    # About 5 in a\n    # hundred calls fail.\n    pass\n", 2),
        ("web/src/a.ts", "const a = 1; // Over the wire.\n", 1),
        ("web/src/a.svelte", "<!-- Mended\n later -->\n<p>text</p>\n", 1),
    ],
)
def test_a_banned_phrase_is_found(path, text, line):
    assert [number for number, _ in find_messages(path, text)] == [line]


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("docs/a.md", "Open `/keeper`, or set `whoever` to 1.\n"),
        ("docs/a.md", "```\nwhoever\n```\n\n[a link](whoever.md), and [more](the-wire.md#anew)\n"),
        ("docs/a.md", "Open your eyes: a recommended amendment, in a hundredweight.\n"),
        ("src/a.py", 'whoever = "anew"\n'),
        ("src/a.py", 'def f():\n    """Return `keeper`."""\n    return "whoever"\n'),
        ("src/armarium/text/en.json", '{ "whoever": "Anyone" }\n'),
        ("web/src/a.ts", 'const whoever = "anew"; const url = "https://whoever.example";\n'),
        ("src/a.py", "# about five in a\nx = 1\n# hundred things\n"),
    ],
)
def test_code_keys_and_names_are_not_prose(path, text):
    assert find_messages(path, text) == []


@pytest.mark.parametrize(
    ("text", "lengths"),
    [
        ("One two three. Four five.\n", [3, 2]),
        ("A list:\n\n- one two\n- three\n", [2, 2, 1]),
        ("Use `a b c d` with 3.5 cards, e.g. Gold cards. `x` ends.\n", [8, 2]),
        ("# A heading of five words\n\n| a | table of many words |\n|---|---|\n", []),
        ("A [link of words](and/a/target.md) counts\nover lines.\n", [7]),
    ],
)
def test_sentences_are_counted(text, lengths):
    prose = check_prose.markdown_prose(text)
    assert [sentence.words for sentence in check_prose.sentences(prose)] == lengths


def test_sentences_and_lines_have_a_limit():
    wrapped = make_words(check_prose.LONGEST_SENTENCE + 1).replace(
        " word word word", " word\nword word"
    )
    assert find_messages("docs/a.md", wrapped) == [(1, "36 words in a sentence")]
    assert find_messages("docs/a.md", make_words(10) + "\n" + "x" * 111) == [(2, "111 columns")]
    fine = [
        make_words(10),
        "x" * 110,
        "| " + "x" * 200 + " |",
        "[a](" + "x" * 200 + ")",
        "```\n" + "x" * 200 + "\n```",
    ]
    assert find_messages("docs/a.md", "\n\n".join(fine)) == []


def test_published_releases_are_history():
    text = (
        "# Changelog\n\n## [Unreleased]\n\n- Fixed it.\n\n## [1.0.0] - 2026-01-01\n\n- Done anew.\n"
    )
    assert find_messages("CHANGELOG.md", text) == []
    assert find_messages("CHANGELOG.md", text.replace("Fixed it", "Mended it")) == [(5, '"Mended"')]


def test_the_scope_has_all_docs_and_no_french():
    assert check_prose.is_checked("README.md")
    assert check_prose.is_checked("docs/rules/biblios.md")
    assert not check_prose.is_checked("docs/rules/biblios.fr.md")
    assert not check_prose.is_checked("src/armarium/text/fr.json")
    assert check_prose.is_checked("src/armarium/games/biblios/text/en.json")
    for path in ("README.md", "docs/rules/biblios.md", "src/armarium/text/en.json"):
        assert not check_prose.is_pending(path)


def test_the_report_never_fails(capsys):
    assert check_prose.main(["--report"]) == 0
    assert "% of the" in capsys.readouterr().out

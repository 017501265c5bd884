"""Cut the fonts of drawn pictures out of the page's: python tools/picture_fonts.py

Once, by whoever changes the page's fonts; needs fonttools and brotli. What draws pictures reads no woff2, and a
picture shall look the same on every machine, whatever fonts it has. Figures stand on the line, as on the page.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from fontTools import subset
from fontTools.ttLib import TTFont

ROOT = Path(__file__).parents[1]
FROM = ROOT / "web" / "node_modules" / "@fontsource" / "alegreya-sans" / "files"
TO = ROOT / "src" / "armarium" / "lab" / "pictures" / "fonts"
LETTERS = [*range(0x20, 0x7F), *range(0xA0, 0x100), 0x2013, 0x2019, 0x2026, 0x2212]


def figures_on_the_line(font: Any) -> None:
    """The lining figures are a feature of the font; here they are its figures."""
    features = font["GSUB"].table.FeatureList.FeatureRecord
    lookups = next(one.Feature.LookupListIndex for one in features if one.FeatureTag == "lnum")
    lining: dict[str, str] = {}
    for number in lookups:
        for table in font["GSUB"].table.LookupList.Lookup[number].SubTable:
            lining |= getattr(table, "ExtSubTable", table).mapping
    for table in font["cmap"].tables:
        table.cmap = {letter: lining.get(glyph, glyph) for letter, glyph in table.cmap.items()}


def main() -> None:
    for weight in (500, 800):
        font = TTFont(FROM / f"alegreya-sans-latin-{weight}-normal.woff2")
        figures_on_the_line(font)
        font.flavor = None
        cut = subset.Subsetter(subset.Options(layout_features=["kern"], hinting=False))
        cut.populate(unicodes=LETTERS)
        cut.subset(font)
        font.save(TO / f"alegreya-sans-{weight}.ttf")


if __name__ == "__main__":
    main()

"""Make the fonts for rendered pictures from the page's fonts: python tools/picture_fonts.py

Run it after changing the page's fonts; it needs fonttools and brotli. The renderer cannot read woff2, and pictures must
look the same on every machine, whatever fonts are installed. Digits are lining figures, as on the page.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from fontTools import subset
from fontTools.ttLib import TTFont

ROOT = Path(__file__).parents[1]
FROM = ROOT / "web" / "node_modules" / "@fontsource" / "alegreya-sans" / "files"
TO = ROOT / "src" / "armarium" / "lab" / "pictures" / "fonts"
CHARACTERS = [*range(0x20, 0x7F), *range(0xA0, 0x100), 0x2013, 0x2019, 0x2026, 0x2212]


def use_lining_figures(font: Any) -> None:
    """Make lining figures the default digits; in the original they are an optional feature."""
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
        use_lining_figures(font)
        font.flavor = None
        cut = subset.Subsetter(subset.Options(layout_features=["kern"], hinting=False))
        cut.populate(unicodes=CHARACTERS)
        cut.subset(font)
        font.save(TO / f"alegreya-sans-{weight}.ttf")


if __name__ == "__main__":
    main()

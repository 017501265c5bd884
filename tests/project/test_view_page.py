"""docs/views.md has the fields that the games declare."""

import view_page


def test_the_tables_are_current():
    assert view_page.PAGE.read_text("utf-8") == view_page.make_page(), "run tools/view_page.py"

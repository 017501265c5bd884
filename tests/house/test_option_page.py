"""The page of options is written from the books' tables."""

import option_page


def test_the_page_is_current():
    assert option_page.PAGE.read_text("utf-8") == option_page.text(), "run tools/option_page.py"

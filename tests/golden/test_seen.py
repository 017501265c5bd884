"""The data that tests the page's verification matches the rules."""

import json

from tests.golden.seen import FILE, collect_seen


def test_the_games_as_a_page_saw_them_are_current():
    assert json.loads(FILE.read_text(encoding="utf-8")) == json.loads(json.dumps(collect_seen()))

"""What the page's proof is tested with is what the rules say."""

import json

from tests.golden.seen import FILE, seen


def test_the_games_as_a_page_saw_them_are_current():
    assert json.loads(FILE.read_text(encoding="utf-8")) == json.loads(json.dumps(seen()))

"""Every row of the rules checklist has a test that bears its number."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

TEXT = "".join(file.read_text(encoding="utf-8") for file in Path(__file__).parent.glob("test_*.py"))


@pytest.mark.parametrize(("letters", "rows"), [("fh", 46), ("fd", 12), ("d", 12)])
def test_every_row_has_a_test(letters: str, rows: int) -> None:
    tested = {int(number) for number in re.findall(rf"def test_{letters}_?(\d\d)", TEXT)}
    assert tested == set(range(1, rows + 1))

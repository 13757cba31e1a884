"""What is made and committed is made by one command: each step has its command, and makes something that is there."""

from __future__ import annotations

import fresh
import house
import pytest


@pytest.mark.parametrize("step", [*fresh.STEPS, "bench"])
def test_a_step_has_a_command_and_makes_what_is_there(step: str) -> None:
    makes, command = fresh.STEPS.get(step, fresh.BENCH)
    named = [word for word in command if word.endswith(".py")]
    assert all((house.ROOT / word).is_file() for word in named) and (named or command[0] == "-m")
    committed = [one for one in makes.split(", ") if "/" in one and not one.startswith("_build")]
    assert committed or step in ("book", "links")
    assert all((house.ROOT / one).exists() for one in committed)


def test_the_steps_are_taken_in_order_and_nothing_runs_when_only_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert fresh.chosen(["notebooks", "odds"], None, False) == ["odds", "notebooks"], "the pages quote the odds"
    assert fresh.main(["--list", "--from", "pictures", "--bench"]) == 0
    told = capsys.readouterr()
    assert [line.partition(":")[0] for line in (told.out + told.err).splitlines()] == ["pictures", "boards", "links", "bench"]

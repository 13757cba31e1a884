"""What is made and committed is made by one command: each step has its command, and makes something
that is there.
"""

import fresh
import house
import pytest


@pytest.mark.parametrize("step", [*fresh.STEPS, "bench"])
def test_a_step_has_a_command_and_makes_what_is_there(step):
    makes, line = fresh.STEPS.get(step, fresh.BENCH)
    command = line.split()
    named = [word for word in command if word.endswith(".py")]
    assert all((house.ROOT / word).is_file() for word in named) and (named or command[0] == "-m")
    committed = [one for one in makes.split(", ") if "/" in one and not one.startswith("_build")]
    assert committed or step in ("book", "links")
    assert all((house.ROOT / one).exists() for one in committed)


def test_the_steps_are_taken_in_order_and_nothing_runs_when_only_listed(
    capsys,
):
    assert fresh.chosen(["notebooks", "odds"], None, False) == ["odds", "notebooks"], (
        "the pages quote the odds"
    )
    assert fresh.main(["--list", "--start", "pictures", "--bench"]) == 0
    told = capsys.readouterr()
    lines = (told.out + told.err).splitlines()
    assert [line.partition(":")[0] for line in lines if not line.startswith("left")] == [
        "pictures",
        "boards",
        "links",
        "bench",
    ]
    assert sum(line.startswith("left as it is: ") for line in lines) == len(fresh.LEFT)


def test_what_is_stored_is_made_by_a_step_or_left_for_a_reason():
    steps = [
        place for makes, _ in (*fresh.STEPS.values(), fresh.BENCH) for place in makes.split(", ")
    ]
    stored = [
        *house.ROOT.glob("cadogan/**/*.json"),
        *house.ROOT.glob("book/**/*.json"),
        *house.ROOT.glob("book/**/*.png"),
        *house.ROOT.glob("tests/**/*.ipynb"),
        *house.ROOT.glob("tests/*/*.txt"),
        *house.ROOT.glob("tests/*.toml"),
    ]
    names = [
        path.relative_to(house.ROOT).as_posix()
        for path in stored
        if "lab_settings" not in path.parts
    ]
    assert len(names) > 100
    assert not [
        name
        for name in names
        if not any(f"{name}/".startswith(f"{place}/") for place in (*steps, *fresh.LEFT))
    ]
    assert all((house.ROOT / place).exists() for place in fresh.LEFT)

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


def test_the_steps_are_taken_in_order_and_nothing_runs_when_only_listed(capsys):
    """The pages quote the odds."""
    assert fresh.chosen(["notebooks", "odds"], None, False) == ["odds", "notebooks"]
    assert fresh.main(["--list", "--start", "pictures", "--bench"]) == 0
    told = capsys.readouterr()
    named = [line.partition(":")[0] for line in (told.out + told.err).splitlines()]
    taken = [name for name in named if name != "left as it is"]
    assert taken == ["pictures", "boards", "links", "bench"]
    assert len(named) == len(taken) + len(fresh.LEFT)


def test_what_is_stored_is_made_by_a_step_or_left_for_a_reason():
    steps = [
        place for makes, _ in (*fresh.STEPS.values(), fresh.BENCH) for place in makes.split(", ")
    ]
    stored = (
        "cadogan/**/*.json book/**/*.json book/**/*.png tests/**/*.ipynb tests/*/*.txt tests/*.toml"
    ).split()
    names = [
        path.relative_to(house.ROOT).as_posix()
        for pattern in stored
        for path in house.ROOT.glob(pattern)
        if "lab_settings" not in path.parts
    ]
    assert len(names) > 100
    known = tuple(f"{place}/" for place in (*steps, *fresh.LEFT))
    assert not [name for name in names if not f"{name}/".startswith(known)]
    assert all((house.ROOT / place).exists() for place in fresh.LEFT)

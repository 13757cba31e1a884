"""The rules changed in the built page, games by link, and a Python that is slow, fails or is not
there.

A changed rule and a link may come from anybody: each test watches what the page asks for, and
nothing may be carried out before the reader says so."""

import re
import tomllib

import pytest

import cadogan
from cadogan.edition.chapters import cells_of, joined, read_changed
from cadogan.edition.notebook import joined as joined_texts

from ..conftest import text_of
from .barriers import barriers
from .conftest import LIT, PLAYED, ROOT, SITE, as_printed, built, link, push, unfold

pytestmark = [pytest.mark.browser, built]

SLUG = "fortress"
PAGE = f"{SLUG}.html"
#: The deal of its first board, at which the changed game begins, too.
DEAL = int(re.search(rf"cadogan.play\(\"{SLUG}\", (\d+)", cadogan.games.text(SLUG))[1])
WORKER = ROOT / "cadogan" / "board" / "worker.mjs"
RULES = joined(cells_of(cadogan.games.text(SLUG)))
STARTING = ("worker.mjs", "pyodide.asm.mjs", "cadogan.json")


@pytest.fixture(scope="module")
def page(shared):
    """The chapter, for the tests that bring back what they have changed: it has one Python."""
    return shared(PAGE)


@pytest.fixture
def chapter(page):
    """The same, with its rules as printed."""
    yield page
    as_printed(page)
    page.judge()


def started(one):
    """What was asked for to start Python."""
    return [url for url in one.requests if url.endswith(STARTING)]


def open_cell(one, words=""):
    """Open the editor in the cell that has these words; in the last without. Gives its field."""
    unfold(one.page)
    cell = one.locator(".cell.tag_rules", has=one.locator("pre", has_text=words)).last
    push(cell, "Change this rule")
    text = cell.locator(".rule-editor textarea[wrap=off]")
    text.wait_for()
    return text


def change(one, old="", new=""):
    """Open the editor, with something changed in it."""
    text = open_cell(one, old)
    text.fill(text.input_value().replace(old, new) if old else text.input_value())
    return text


def changed_board(one):
    one.wait_for_function(PLAYED)
    return one.locator(".rule-editor .cadogan")


def first_move(one, table):
    """Play the first move of a board's list, and give its text."""
    before = moved(table)
    table.locator("[data-place]").first.focus()
    if not table.locator("ul.moves").is_visible():
        one.press("m")  # the list of moves
    button = table.locator("ul.moves button").first
    text = button.locator("code").inner_text()
    button.click()
    wait_moved(one, table, before + 1)
    return text


def wait_moved(one, table, n):
    one.wait_for_function(
        "([board, n]) => parseInt(board.querySelector('.counts').textContent) === n",
        arg=[table.element_handle(), n],
    )


def moved(table):
    return int(table.locator(".counts").inner_text().split()[0])


# ---- a changed rule ------------------------------------------------------------------------------


def test_a_changed_rule_is_played_in_the_page(chapter):
    one, before = chapter, started(chapter)
    text = change(one, "marry(either", "marry(down")
    assert started(one) == before, (
        "Python is started when something is played, not when something is written"
    )
    text.press("Control+Enter")
    table, counting = changed_board(one), one.locator(".rule-editor .counting")
    counting.get_by_text("10,000 deals are played").wait_for()
    assert (
        "Cards of the lanes may be married on one another, in suit and in descending line"
        in one.text(".rule-editor .told")
    )
    assert one.count(".rule-editor .plate svg") == 1
    assert "95 % interval" in counting.inner_text()
    assert "of 100,000 won" in counting.inner_text(), "beside the committed figure"
    changed = cadogan.games[SLUG].vary(cadogan.words.marry(cadogan.words.down, "lanes"))
    assert first_move(one, table) == changed.deal(DEAL).moves()[0].text
    assert barriers(one.page, ".rule-editor", ".cadogan-python") == []
    one.push("Back to the original")
    one.wait_for_function(
        "document.querySelector('.rule-editor .told').textContent.includes('ascending or descending')"
    )
    assert text.input_value() == next(
        cell.text for cell in cells_of(cadogan.games.text(SLUG)) if "marry(either" in cell.text
    )
    one.push("Back to my change")
    assert "marry(down" in text.input_value(), "nothing is lost"


#: Chapters in each of which one rule is changed as a reader would.
CHANGES = tomllib.loads(text_of("tests/changed.toml"))
SAMPLE = "canfield-or-klondike carpet fifteen flower-garden kings la-belle-lucie nestor olga"


@pytest.mark.part
@pytest.mark.parametrize("slug", SAMPLE.split())
def test_a_rule_of_any_kind_is_changed_and_played_in_the_page(slug, opened):
    old, new = (CHANGES[slug][name] for name in ("old", "new"))
    cells = [cell.text for cell in cells_of(cadogan.games.text(slug))]
    changed = read_changed(
        cadogan.games.text(slug), slug, joined_texts([text.replace(old, new) for text in cells])
    )
    begins = re.search(rf'cadogan.play\("{slug}", (\d+)', cadogan.games.text(slug))
    one = opened(f"{slug}.html")
    change(one, old, new).press("Control+Enter")
    move = first_move(one, changed_board(one))
    assert move == changed.deal(int(begins[1]) if begins else 1).moves()[0].text


#: What the page's Python could not read without end, and what is shown as text.
NO_RULES = [
    ("x = " + "(" * 3000, "nested too deep"),
    ("x = " + "1+" * 2000 + "1", "nested too deep"),
    ("x = " + "-" * 4000 + "1", "nested too deep"),
    ("x = '<img src=x onerror=alert(1)>'", "none of < >"),
]


def test_an_error_shows_its_line_and_the_reason_and_what_changes_nothing_is_said_to(chapter):
    one = chapter
    text = change(one, "marry(either", "mary(either")
    one.push("Play it", exact=True)
    one.wait_for_selector("#rule-editor-error p")
    said = one.text("#rule-editor-error")
    line = next(
        n for n, words in enumerate(text.input_value().split("\n"), 1) if "mary(either" in words
    )
    assert f"Line {line}: the vocabulary has no word 'mary'; did you mean 'marry'?" in said
    assert "You next proceed to form marriages" in said
    assert one.text(".numbers .wrong").strip() == f"▶{line}"
    assert text.get_attribute("aria-invalid") == "true" and not one.sees(".rule-editor .outcome")
    selected = one.evaluate(
        "(t => t.value.slice(t.selectionStart, t.selectionEnd))(document.querySelector('.rule-editor textarea'))"
    )
    assert selected == "mary", "the wrong word is marked"
    assert barriers(one.page, ".rule-editor") == []
    text.press("Escape")
    assert (
        one.count(".rule-editor") == 0
        and one.evaluate("document.activeElement.textContent") == "Change this rule"
    )
    kept = open_cell(one, "mary(either").input_value()
    assert "mary(either" in kept, "what was written is kept"
    text = one.locator(".rule-editor textarea[wrap=off]")
    for rules, said in NO_RULES:
        text.fill(rules)
        one.push("Play it", exact=True)
        one.wait_for_selector("#rule-editor-error p")
        assert said in one.text("#rule-editor-error"), rules[:100]
        assert one.count("#rule-editor-error :not(p, strong)") == 0
    text.fill(kept.replace("mary", "marry") + "\nonce_more = marry(down, 'lanes')")
    one.push("Play it", exact=True)
    changed_board(one)
    said = one.text(".editor-says")
    assert "is played below" in said and "changes nothing" in said


def test_the_games_and_readings_of_a_changed_cell_are_chosen(chapter):
    one = chapter
    text = change(one)
    text.fill(text.input_value() + '\nshut = fortress.vary(without=["fill"], title="No refilling")')
    text.press("Control+Enter")
    changed_board(one)
    one.get_by_label("Game", exact=True).select_option(label="No refilling")
    one.wait_for_function(
        "document.querySelector('.rule-editor .cadogan .title').textContent.includes('No refilling')",
    )
    assert "Vacancies" not in one.text(".rule-editor .told")
    one.choose("direction", "descend", exact=True)
    one.wait_for_function(
        "document.querySelector('.rule-editor .told').textContent.includes('descend from ace')",
    )
    assert first_move(one, changed_board(one))


def test_a_simulation_is_stopped_and_goes_on(opened):
    one = opened("fourteenth.html")  # the slowest of the book: its ten thousand deals take a while
    change(one).press("Control+Enter")
    changed_board(one)
    counting = one.locator(".counting")
    at = "n => Number(document.querySelector('.counting progress').value) > n"
    one.wait_for_function(at, arg=0)
    push(counting, "Stop")
    counting.get_by_text("Stopped after").wait_for()
    one.wait_for_timeout(600)  # what was under way is told
    n = counting.locator("progress").evaluate("bar => bar.value")
    one.wait_for_timeout(600)
    assert 0 < counting.locator("progress").evaluate("bar => bar.value") == n < 10_000
    push(counting, "Go on")
    one.wait_for_function(at, arg=n)


def test_text_and_board_point_at_each_other(chapter):
    """A rule pointed at marks its cards on the board, and a refused move lights up its rule."""
    table = chapter.first_board()
    push(table, "Play it yourself")
    chapter.wait_live()
    with pytest.raises(cadogan.IllegalMove) as refusal:
        cadogan.games[SLUG].deal(DEAL).play("l1-f1")
    for place in ("l1", "f1"):
        chapter.place(place).focus()
        chapter.press("Enter")
    chapter.locator(".sentence.refused").first.wait_for()
    assert set(chapter.evaluate(LIT)) == set(refusal.value.rule.split(", "))
    chapter.locator(".sentence[data-rule='PLAY 3.1']").hover()
    chapter.wait_for_selector(".cadogan .ring:is(.now, .concern)", state="attached")


# ---- links ---------------------------------------------------------------------------------------


def game(**parts):
    return {
        "format": 1,
        "game": SLUG,
        "readings": {},
        "deal": 1933,
        "moves": ["l9-f1", "l7-f1"],
        **parts,
    }


def test_links_are_shown_or_refused_first_and_opened_with_one_click(opened):
    one = opened(PAGE)
    rules = RULES.replace("marry(either", "marry(down")
    changed = link(game(rules=rules, variant=""))
    assert "changed rules" in one.follow(changed).inner_text()
    text = one.locator(".rule-editor textarea[wrap=off]")
    assert (
        text.input_value() in rules.split("\n# %%\n")
        and "marry(down" in text.input_value()
        and "anybody" in one.text(".rule-editor .notice")
    )
    assert not one.sees(".rule-editor .outcome")
    push(one.locator(".game-link"), "Leave it")
    as_printed(one)
    one.on(
        "dialog",
        lambda dialog: one.problems.append(f"dialog: {dialog.message}") or dialog.dismiss(),
    )
    offer = one.follow(link(game(rules=RULES, game="mill")))
    assert "another page" in offer.inner_text() and "The page is as it was." in offer.inner_text()
    assert one.count(".rule-editor") == 0 and offer.locator("script, img, .cadogan").count() == 0
    push(offer, "Close")
    assert one.count(".game-link") == 0 and "#" not in one.url
    offer = one.follow(link(game(moves=["<img src=x onerror=alert(1)>"])))
    assert not started(one), "nothing is carried out before the click"
    assert barriers(one.page, ".game-link") == []
    push(offer, "Open this game")
    offer.get_by_text("cannot be opened").wait_for()
    assert "move 1" in offer.inner_text()
    assert offer.locator(".cadogan, img, script").count() == 0
    push(offer, "Leave it")
    assert one.count(".game-link") == 0
    offer = one.follow(link(game()))
    assert "deal 1933, 2 moves" in offer.inner_text()
    push(offer, "Open this game")
    one.wait_live(".game-link")
    table = offer.locator(".cadogan")
    assert moved(table) == 2 and "deal 1933" in table.inner_text()
    first_move(one, table)
    assert barriers(one.page, ".game-link") == []
    one.follow(changed)
    one.push("Play it", exact=True)
    table = changed_board(one)
    assert moved(table) == 2 and "deal 1933" in table.inner_text()


# ---- a Python that is slow, dies, or is not there --------------------------------------------------


def with_worker(one, before="", after=""):
    """Give the page another worker: the real one, with something before or behind it, or none of
    it.
    """
    body = before + (text_of(WORKER) + after if after else "")
    one.route(
        re.compile(r"worker\.mjs$"),
        lambda route: route.fulfill(body=body, content_type="text/javascript"),
    )


def take_over(one):
    """Begin to play at the first board of the page."""
    table = one.first_board()
    push(table, "Play it yourself")
    return table


def strip(one, words):
    shown = "words => (n => n && !n.hidden && n.textContent.includes(words))(document.querySelector('.cadogan-python'))"
    one.wait_for(shown, words)
    return one.locator(".cadogan-python")


def replay_works(one, table):
    """And it is said that it does."""
    one.locator(".says.refused", has_text="the replay still works").first.wait_for()
    push(table, "Watch a finished game")
    push(table, "Forward (right arrow)")
    wait_moved(one, table, 1)


@pytest.mark.parametrize(
    "missing", ["worker.mjs", "cadogan.json", "pyodide.mjs", "pyodide.asm.mjs", "python.mjs"]
)
def test_a_part_of_python_is_missing(missing, opened):
    one = opened(PAGE)
    one.allowed = ("404", "Failed to load")
    one.route(
        re.compile(rf"/{re.escape(missing)}$"), lambda route: route.fulfill(status=404, body="")
    )
    table = take_over(one)
    replay_works(one, table)
    one.button("Change this rule").first.click()
    if missing == "python.mjs":
        one.wait_for_selector(".cannot")
    else:
        one.push("Play it", exact=True)
        one.wait_for_selector("#rule-editor-error p")
        assert "cannot be started" in one.text("#rule-editor-error")


#: Every game by its record, and what comes of the messages of who plays; then a hint.
PLAY_ALL = """async slugs => {
  const python = await import("./_static/vendor/pyodide/python.mjs"), errors = [];
  let game;
  for (const slug of slugs) {
    game = await python.ask("open_game", JSON.stringify({ format: 1, game: slug, deal: 3, moves: [] }));
    const first = { kind: "move", text: game.replies[0].moves[0].text };
    for (const message of [first, { kind: "home" }, { kind: "go", to: 0 }, { kind: "new", any: true }, { kind: "new", day: 3 }]) {
      const { replies } = await python.ask("handle", game.id, JSON.stringify(message));
      errors.push(...replies.filter(({ kind }) => kind !== "state").map(({ sentence }) => `${slug}: ${sentence}`));
    }
  }
  const hint = () => python.ask("handle", game.id, '{"kind":"hint"}').then(({ replies }) => replies[0].says, ({ message }) => message);
  return { errors, hint: await hint() };
}"""


def test_every_game_is_played_before_the_rest_of_python_has_come(opened):
    one = opened(PAGE)
    one.allowed = ("404",)
    one.route(re.compile(r"cadogan-(library-)?rest"), lambda route: route.fulfill(status=404))
    told = one.evaluate(PLAY_ALL, [*cadogan.games])
    assert told["errors"] == [] and "Try again in a moment" in told["hint"]
    one.unroute_all()
    told = one.evaluate(PLAY_ALL, ["fortress"])
    assert told["errors"] == [] and "might" in told["hint"], "and the next who wants it asks again"


def test_a_worker_that_never_answers_can_be_stopped(opened):
    one = opened(PAGE)
    with_worker(one, "onmessage = () => {};")
    table = take_over(one)
    shown = strip(one, "The table is being set")
    assert barriers(one.page, ".cadogan-python") == []
    push(shown, "Stop")
    replay_works(one, table)


SLOW = "{ const real = onmessage; onmessage = e => (e.data.call === 'handle' ? setTimeout(() => real(e), WAIT) : real(e)); }"
CRASH = "{ const real = onmessage; let n = 0; onmessage = e => { if (e.data.call === 'handle' && ++n === 2) HOW; return real(e); }; }"


#: How a worker ends: by an error, without a word, and with one.
ENDS = (
    "{ setTimeout(() => { throw new Error('out of memory') }); return }",
    "{ close(); return }",
    "postMessage({ failed: 'fatal' })",
)


def test_a_game_goes_on_when_python_dies_and_a_slow_worker_is_waited_for(opened):
    one = opened(PAGE)
    first, *more = (*(CRASH.replace("HOW", how) for how in ENDS), SLOW.replace("WAIT", "2500"))
    with_worker(one, after=first)
    table = take_over(one)
    one.wait_live()
    first_move(one, table)
    for how, n, worker in zip(ENDS, (1, 0, 1), more):
        push(table, "Hint")  # the second message: here it dies
        if "close" in how:  # nobody is told of that: the reader sees that it takes long
            strip(one, "Python has been at work").get_by_role("button", name="Stop").click()
        one.locator(".says", has_text="The game is kept").first.wait_for()
        assert moved(table) == n
        with_worker(one, after=worker)
        push(table, "Undo") if n else first_move(one, table)
        if worker == more[-1]:
            strip(one, "Python has been at work")
        wait_moved(one, table, 1 - n)
    one.wait_for_function("document.querySelector('.cadogan-python').hidden")


def test_a_browser_without_workers(opened):
    one = opened(PAGE)
    one.add_init_script(
        "window.Worker = class { constructor() { throw new TypeError('no workers'); } }"
    )
    one.reload()
    table = take_over(one)
    replay_works(one, table)


def test_a_page_opened_from_the_disk_says_so(pages):
    page = pages(allowed=("",))
    page.goto((SITE / PAGE).as_uri(), wait_until="load")
    table = take_over(page)
    replay_works(page, table)
    page.button("Change this rule").first.click()
    page.wait_for_selector(".cannot")
    assert "opened as a file" in page.text(".cannot")

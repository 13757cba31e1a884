// Finding a game: the form above the cards shows what is asked for and sorts cards and table; the heads of the table sort, too.
// Without this script they are a list and a plain table.

function finding() {
  const table = /** @type {HTMLTableElement | null} */ (document.querySelector("table.finding"));
  const form = /** @type {HTMLFormElement | null} */ (document.querySelector("form.finding-form"));
  const wall = document.querySelector(".game-cards");
  if (!table || !form || !wall) return;
  const body = table.tBodies[0], book = [...body.rows], heads = [...table.tHead.rows[0].cells];
  const cards = new Map([...wall.children].map((/** @type {HTMLElement} */ card) => [card.dataset.game, card]));
  const field = name => /** @type {any} */ (form.elements.namedItem(name));
  const elsewhere = /** @type {HTMLElement[]} */ ([...form.querySelectorAll("[data-known]")]);

  const value = (row, column) => /** @type {HTMLElement} */ (row.querySelector(`[data-column="${column}"]`)).dataset.value;
  const compared = column => (a, b) => column === "game"
    ? value(a, column).localeCompare(value(b, column), "en")
    : Number(value(a, column)) - Number(value(b, column));

  /** The game of another name that is meant, if any: at least three letters of a word of it, spaces and case apart. */
  const meant = words => (words.length < 3 ? null
    : elsewhere.find(one => [one.dataset.known, ...one.dataset.known.split(" ")].some(name => name.replaceAll(" ", "")
      .startsWith(words.replaceAll(/[\s-]/g, "")))));

  /** In small letters, without the marks that are typed in one way and printed in another. */
  const plain = text => text.toLowerCase().replace(/[’‘“”"']/g, "");

  const show = () => {
    const column = field("sort").value, down = field("down").checked, words = plain(field("words").value.trim());
    const other = meant(words), relatives = other?.dataset.games.split(" ") ?? [];
    const wanted = ({ dataset, textContent }) =>
      (plain(textContent).includes(words) || relatives.includes(dataset.game))
      && ["packs", "hard", "length"].every(name => !field(name).value || field(name).value === dataset[name])
      && (!field("redeals").value || (field("redeals").value === "none") === (dataset.redeals === "none"))
      && (!field("open").checked || dataset.open === "1");
    const rows = column ? [...book].sort(compared(column)) : [...book];
    if (down) rows.reverse();
    for (const row of rows) cards.get(row.dataset.game).hidden = row.hidden = !wanted(row);
    body.append(...rows);
    wall.append(...rows.map(row => cards.get(row.dataset.game)));
    for (const one of elsewhere) one.hidden = one !== other;
    for (const head of heads) {
      if (head.dataset.column === column) head.setAttribute("aria-sort", down ? "descending" : "ascending");
      else head.removeAttribute("aria-sort");
    }
    const n = rows.filter(row => !row.hidden).length;
    form.querySelector("output").textContent = n === rows.length ? `${n} games` : `${n} of ${rows.length} games`;
  };

  // A head sorts; the same head once more turns the order round.
  for (const head of heads) {
    const button = document.createElement("button");
    button.type = "button";
    button.append(...head.childNodes);
    head.append(button);
    button.addEventListener("click", () => {
      const again = field("sort").value === head.dataset.column;
      field("sort").value = head.dataset.column;
      field("down").checked = again && !field("down").checked;
      show();
    });
  }
  form.addEventListener("input", show);
  form.addEventListener("submit", event => event.preventDefault());
  form.addEventListener("reset", () => setTimeout(show));
  show();
}

finding();
import("./wall.mjs").catch(() => {});      // what was played, where boards are played at all

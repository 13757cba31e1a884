// The concordance of a page: a sentence of the old text lights up the part of the rules that carries it out, in whichever cell it
// stands; a line lights up its sentences; and the boards of the page mark the cards concerned (they hear "cadogan:rule"; they tell of
// a refusal with "cadogan:refused"). Which line of which cell belongs to which sentence was written into the page when it was built.

function concordance() {
  const data = document.getElementById("concordance");
  if (!data) return;
  const lines = JSON.parse(data.textContent);

  // Each line of a cell becomes an element; the highlighter's spans end with their line. What the cell says stays as it was,
  // line ends included: the sign of the link back is drawn, not written, and only where a part begins.
  document.querySelectorAll(".cell.tag_rules .cell_input pre").forEach((cell, c) => {
    let before = "";
    cell.innerHTML = cell.innerHTML.replace(/\n$/, "").split("\n").map((html, i) => {
      const rules = lines[c]?.[i + 1] ?? [], says = rules.join(", ");
      const back = `<a class="back" href="#${anchor(rules[0] ?? "")}" aria-label="to the old text: ${says}" title="${says}"></a>`;
      const told = html + (rules.length && says !== before ? back : ""), id = `rules-${c + 1}-${i + 1}`;
      before = says;
      const indent = html.replace(/<[^>]*>/g, "").search(/\S|$/);
      return `<span class="rules-line" style="--in:${indent}" id="${id}" data-rules="${rules.join("|")}">${told}\n</span>`;
    }).join("");
  });

  const rulesOf = node => node.dataset.rule ? [node.dataset.rule] : node.dataset.rules.split("|").filter(Boolean);
  const everything = () => document.querySelectorAll("[data-rule], [data-rules]");
  const light = (rules, why = "lit") =>
    everything().forEach(node => node.classList.toggle(why, rulesOf(node).some(rule => rules.includes(rule))));
  const tell = rules => document.dispatchEvent(new CustomEvent("cadogan:rule", { detail: { rule: rules[0] ?? null } }));

  const owner = event => {
    const node = event.target.closest?.("[data-rule], [data-rules]");
    if (node) return node;
    return event.target.closest?.("a.mark")?.previousElementSibling ?? null;      // a mark stands behind its sentence
  };
  for (const [begin, end] of [["mouseover", "mouseout"], ["focusin", "focusout"]]) {
    document.addEventListener(begin, event => {
      const node = owner(event);
      if (node) { light(rulesOf(node)); tell(rulesOf(node)); }
    });
    document.addEventListener(end, event => { if (owner(event)) { light([]); tell([]); } });
  }

  // A refusal names its rule, or several; a paragraph stands for its sentences.
  document.addEventListener("cadogan:refused", event => {
    const named = String(/** @type {CustomEvent} */ (event).detail?.rule ?? "").split(", ").filter(Boolean);
    const covered = [...everything()].flatMap(rulesOf).filter(rule => named.some(name => rule === name || rule.startsWith(`${name}.`)));
    light(covered, "refused");
  });
}

// The two tables of the whole book, folded game by game: a field shows the rows that have some words, and a link to a game opens it.
function longTables() {
  const games = /** @type {HTMLDetailsElement[]} */ ([...document.querySelectorAll("details.long-table")]);
  if (!games.length) return;
  const opened = () => {
    let name = "";
    try { name = decodeURIComponent(location.hash.slice(1)); } catch { /* an address that somebody has spoilt names nothing */ }
    const one = /** @type {HTMLDetailsElement | null} */ (name ? document.getElementById(name) : null);
    if (one?.matches("details.long-table")) { one.open = true; one.scrollIntoView(); }
  };
  window.addEventListener("hashchange", opened);
  document.querySelector(".jumps")?.addEventListener("click", event => {
    if (/** @type {Element} */ (event.target).closest("a")?.hash === location.hash) opened();
  });
  opened();

  const bar = document.createElement("p");
  bar.className = "filter";
  bar.innerHTML = '<label>Show what has the words <input type="search" autocomplete="off"></label> <output></output>';
  document.querySelector(".jumps").before(bar);
  const field = bar.querySelector("input"), told = bar.querySelector("output");
  const rows = games.map(game => /** @type {HTMLElement[]} */ ([...game.querySelectorAll("tbody tr")])
    .map(row => ({ row, text: row.textContent.toLowerCase() })));
  const names = games.map(game => game.querySelector("summary").textContent.toLowerCase());
  field.addEventListener("input", () => {
    const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
    let all = 0;
    games.forEach((game, i) => {
      let shown = 0;
      for (const { row, text } of rows[i]) {
        row.hidden = !words.every(word => text.includes(word) || names[i].includes(word));
        shown += Number(!row.hidden);
      }
      game.hidden = !shown;
      game.open = words.length > 0 && shown > 0;
      all += shown;
    });
    told.textContent = words.length ? `${all} ${all === 1 ? "row" : "rows"}` : "";
  });
}

// On a telephone a table that would be too wide for it is a card for each row: each cell says the head of its column.
function cards() {
  const LETTERS = 44, MOST = 24;      // of a line there; those of a column after which its cells go on below
  const tables = /** @type {NodeListOf<HTMLTableElement>} */ (
    document.querySelectorAll("article table:is(.table, .cadogan-odds, .concordance, .ledger)"));
  for (const table of tables) {
    const [head, ...rows] = table.rows, heads = table.tHead ? [...head.cells].map(cell => cell.textContent.trim()) : [];
    const longest = (words, i) => Math.max(words.length, ...rows.map(row => row.cells[i]?.textContent.length ?? 0));
    const letters = heads.map((words, i) => Math.min(MOST, longest(words, i)));
    if (heads.length < 3 || letters.reduce((sum, n) => sum + n, 0) <= LETTERS) continue;
    table.classList.add("cards");
    for (const row of rows) [...row.cells].forEach((cell, i) => { cell.dataset.head = heads[i] ?? ""; });
  }
}

const anchor = rule => `text-${rule.toLowerCase().replaceAll(" ", "-").replaceAll(".", "-")}`;

for (const begin of [concordance, longTables, cards]) {
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", begin);
  else begin();
}

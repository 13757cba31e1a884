// Finding a game: the table sorts by its heads, and shows what the form above it asks for. Without this script it is a plain table.

function finding() {
  const table = /** @type {HTMLTableElement | null} */ (document.querySelector("table.finding"));
  const form = /** @type {HTMLFormElement | null} */ (document.querySelector("form.finding-form"));
  if (!table || !form) return;
  const body = table.tBodies[0], book = [...body.rows];
  const field = name => /** @type {any} */ (form.elements.namedItem(name));
  const heads = [...table.tHead.rows[0].cells];

  const value = (row, column) => /** @type {HTMLElement} */ (row.querySelector(`[data-column="${column}"]`)).dataset.value;
  const compared = column => (a, b) => column === "game"
    ? value(a, column).localeCompare(value(b, column), "en")
    : Number(value(a, column)) - Number(value(b, column));

  const wanted = ({ dataset, textContent }) =>
    textContent.toLowerCase().includes(field("words").value.trim().toLowerCase())
    && ["packs", "hard", "length"].every(name => !field(name).value || field(name).value === dataset[name])
    && (!field("redeals").value || (field("redeals").value === "none") === (dataset.redeals === "none"))
    && (!field("open").checked || dataset.open === "1");

  const show = () => {
    const column = field("sort").value, down = field("down").checked;
    const rows = column ? [...book].sort(compared(column)) : [...book];
    if (down) rows.reverse();
    for (const row of rows) row.hidden = !wanted(row);
    body.append(...rows);
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
  form.hidden = false;
  show();
}

finding();

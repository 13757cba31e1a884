// On every page with code: a touch on the code of a cell, or its button, opens it to be changed and run where it stands. What that needs is
// loaded when it is used (cells.mjs, and Python after that), nothing before; unless the reader has left changed cells here.
(function () {
  const base = new URL(".", /** @type {HTMLScriptElement} */ (document.currentScript).src).href;
  const page = decodeURIComponent(location.pathname).replace(/\.html$/, "").split("/").slice(-2).join("/");
  let loaded = null;

  /** A module, imported when it is there: a browser may never ask again for one that has once not come. @param {string} address */
  const bring = address => fetch(address).then(() => import(address));

  /** @returns {Promise<any>} */
  const cells = () => (loaded ??= bring(`${base}cells.mjs`).then(found => found.begin()));

  /** Python will be wanted in a moment: it is started at the touch itself. */
  function touched() {
    if (location.protocol === "file:") return;
    bring(`${base}vendor/pyodide/python.mjs`).then(python => python.wake(), () => {});      // told when it is used
    cells().catch(() => { loaded = null; });
  }

  const cannot = error => `Python cannot be started here: ${error.message}. What the book shows stays as it is.`;

  async function act(cell, what) {
    try {
      if (location.protocol === "file:") {
        throw new Error("this page was opened as a file. Start the book with “make read”, or open it on its website");
      }
      const all = await cells();
      await all[what](cell);
    } catch (error) {
      loaded = null;
      let said = cell.querySelector(".cannot");
      if (!said) cell.append(said = Object.assign(document.createElement("p"), { className: "cannot" }));
      said.setAttribute("role", "alert");
      said.textContent = cannot(error);
    }
  }

  function tools(cell) {
    const input = cell.querySelector(".cell_input"), row = document.createElement("div"), button = document.createElement("button");
    const first = input.querySelector("pre").textContent.trim().split("\n")[0];
    row.className = "cell-tools";
    row.addEventListener("pointerdown", touched);
    Object.assign(button, { type: "button", className: "cell-run", textContent: "Run", title: "Run it, and what it needs from above" });
    button.setAttribute("aria-label", `Run: ${first.slice(0, 60)}`);
    button.addEventListener("click", () => act(cell, "run"));
    row.append(button);
    input.after(row);
    if (cell.matches(".tag_rules, .tag_template")) return;      // the rules have a button of their own
    input.querySelector("pre").addEventListener("click", event => {
      const chosen = window.getSelection();
      if (!chosen.isCollapsed || /** @type {Element} */ (event.target).closest("a, button")) return;
      act(cell, "edit");
    });
    const change = Object.assign(document.createElement("button"), { type: "button", className: "cell-change", textContent: "Change" });
    change.setAttribute("aria-label", `Change: ${first.slice(0, 60)}`);
    change.addEventListener("click", () => act(cell, "edit"));
    row.prepend(change);
  }

  /** Below each slider that has numbers between its states, a field for any of them: it is computed (cadogan/course/sliders.py). */
  function fields(within) {
    if (location.protocol === "file:") return;
    for (const slider of within.querySelectorAll(".cadogan-slide")) {
      const values = [...slider.querySelectorAll(".cadogan-state")].map(one => one.dataset.value), numbers = values.map(Number);
      const low = Math.min(...numbers), high = Math.max(...numbers), whole = numbers.every(Number.isInteger);
      const cell = slider.closest(".cell[id]");
      if (!cell || numbers.some(Number.isNaN) || (whole && high - low < numbers.length)) continue;
      const line = document.createElement("p"), label = document.createElement("label"), field = document.createElement("input");
      const says = document.createElement("span");
      Object.assign(field, { type: "number", min: low, max: high, step: whole ? 1 : "any", autocomplete: "off" });
      line.className = "cadogan-between";
      label.append(`Any number from ${low.toLocaleString("en")} to ${high.toLocaleString("en")}: `, field);
      says.setAttribute("role", "status");
      line.append(label, " ", says);
      slider.append(line);
      field.addEventListener("focus", touched, { once: true });
      field.addEventListener("change", () => {
        if (field.value) cells().then(all => all.slide(cell, field), error => { loaded = null; says.textContent = cannot(error); });
      });
      slider.querySelector("input[type=range]").addEventListener("input", () => {
        const own = /** @type {HTMLElement | null} */ (slider.querySelector(".cadogan-own"));
        if (own) own.hidden = true;
        field.value = says.textContent = "";
      });
    }
  }

  /** *Open as a notebook*: in JupyterLab where it lies beside the book (tools/lite.py), else its file is saved. */
  function opens(link) {
    let lab = location.protocol === "file:" ? false : null;
    link.download = "";
    link.addEventListener("click", async event => {
      if (lab === false) return;
      event.preventDefault();
      lab ??= await fetch(`${base}lab.json`).then(answer => answer.json()).catch(() => false);
      const root = new URL("..", base).href;
      if (lab) location.assign(`${root}lab/lab/index.html?path=${link.href.slice(root.length)}`);
      else link.click();
    });
  }

  document.addEventListener("cadogan:shown", event => fields(/** @type {CustomEvent} */ (event).detail.place));

  function begin() {
    fields(document);
    document.querySelectorAll(".btn-open-notebook-button").forEach(opens);
    document.querySelectorAll('.cell[id^="cell-"]:has(> .cell_input, > details .cell_input)').forEach(tools);
    let kept = null;
    try {
      kept = localStorage.getItem(`cadogan-cells:${page}`) ?? localStorage.getItem(`cadogan-aside:${page}`);
    } catch { /* the page works without */ }
    if (kept && location.protocol !== "file:") cells().catch(() => { loaded = null; });
  }

  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", begin);
  else begin();
})();

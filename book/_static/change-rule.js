// On every page: "Change this rule" below each of its rules cells (and below the template of the studio), the sheets of their words, and an
// offer to open the game that came with a link. What they need is loaded when they are used (rule-editor.mjs, game-link.mjs, and Python
// after that).
(function () {
  const base = new URL(".", /** @type {HTMLScriptElement} */ (document.currentScript).src).href;

  /** A module, imported when it is there: a browser may never ask again for one that has once not come. @param {string} address */
  const bring = address => fetch(address).then(() => import(address));

  function element(tag, words, more = {}) {
    return Object.assign(document.createElement(tag), { textContent: words, ...more });
  }

  /** Do something with a module of this folder; where it cannot be had, say so beside a node.
   *  @param {string} name @param {Element} beside @param {(found: any) => Promise<any>} act */
  async function having(name, beside, act) {
    try {
      if (location.protocol === "file:") {
        throw new Error("this page was opened as a file. Start the book with “make read”, or open it on its website");
      }
      const found = await bring(`${base}${name}`).catch(() => { throw new Error("a part of this page is missing"); });
      return await act(found);
    } catch (error) {
      let said = beside.parentElement.querySelector(".cannot");
      if (!said) beside.after(said = element("p", "", { className: "cannot" }));
      said.setAttribute("role", "alert");
      said.textContent = `Python cannot be started here: ${error.message}. The replays still work.`;
      return null;
    }
  }

  function begin() {
    const title = document.querySelector("article h1");
    const places = [...document.querySelectorAll(":is(.cell.tag_rules, .cell.tag_template) .cell_input")].map((cell, number) => {
      const original = cell.querySelector("pre").textContent.replace(/\n$/, "");
      const names = [...original.matchAll(/^([A-Za-z_]\w*) *=/gm)].map(([, name]) => name.replaceAll("_", " ")).join(", ");
      const button = element("button", "Change this rule", { type: "button", className: "change-rule" });
      button.setAttribute("aria-label", `Change this rule: ${names}`);
      const tools = element("div", "", { className: "rule-tools" });
      button.addEventListener("click", () => having("rule-editor.mjs", tools, ({ edit }) => edit(number)));
      tools.append(button);
      cell.after(tools);
      return { cell, tools };
    });
    const link = () => {
      if (location.hash.startsWith("#play=") && title) having("game-link.mjs", title, ({ offer }) => offer(location.hash, title));
    };
    window.addEventListener("hashchange", link);
    link();
    const words = document.getElementById("words");
    const change = (number, from, to, value) =>
      having("rule-editor.mjs", places[number].tools, async ({ edit }) => (await edit(number)).replace(from, to, value));
    // Where modules cannot be loaded (a page opened from the disk), the cells are as they were.
    if (words && location.protocol !== "file:") {
      bring(`${base}sheets.mjs`).then(sheets => sheets.begin(places, JSON.parse(words.textContent), change)).catch(() => {});
    }
  }

  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", begin);
  else begin();
})();

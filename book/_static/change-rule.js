// On every page: "Change this rule" beside its rules cell, and an offer to open the game that came with a link. What they need is
// loaded when they are used (rule-editor.mjs, and Python after that), nothing before.
(function () {
  const base = new URL(".", /** @type {HTMLScriptElement} */ (document.currentScript).src).href;

  function element(tag, words, more = {}) {
    return Object.assign(document.createElement(tag), { textContent: words, ...more });
  }

  async function editor(beside) {
    try {
      if (location.protocol === "file:") throw new Error("opened from the disk");
      return await import(`${base}rule-editor.mjs`);
    } catch {
      const alone = location.protocol === "file:";
      const why = alone ? "this page was opened from the disk, without its server" : "a part of this page is missing";
      let said = beside.parentElement.querySelector(".cannot");
      if (!said) beside.after(said = element("p", "", { className: "cannot", role: "alert" }));
      said.textContent = `Python cannot be started here: ${why}. The replays still work.`;
      return null;
    }
  }

  function begin() {
    const cell = document.querySelector(".cell.tag_rules .cell_input"), pre = cell?.querySelector("pre");
    const original = pre?.textContent.replace(/\n$/, "");
    const title = document.querySelector("article h1");
    let place = null;
    if (cell) {
      const button = element("button", "Change this rule", { type: "button", className: "change-rule" });
      place = { cell, original, button };
      button.addEventListener("click", async () => (await editor(button))?.edit(place));
      cell.after(button);
    }
    const link = async () => {
      if (location.hash.startsWith("#play=") && title) (await editor(title))?.offer(location.hash, title, place);
    };
    window.addEventListener("hashchange", link);
    link();
  }

  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", begin);
  else begin();
})();

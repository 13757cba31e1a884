// What is settled before anything of a page is drawn: light or dark, the fonts of the text, and what the theme's scripts want to know. The
// theme has it in scripts inside the page, which the page's policy forbids (tools/policy.py), and settles light and dark when the page has
// been read: on a dark screen a first visit began in the light, and every page was coloured twice. The fonts are asked for before the
// style sheets, so that lines do not move when they come; a page that is opened from the disk may not ask so.
(() => {
  const PATIENCE = 2000;   // ms after everything else has come
  const here = /** @type {HTMLScriptElement} */ (document.currentScript), { dataset } = document.documentElement;
  const kept = name => { try { return localStorage.getItem(name) || ""; } catch { return ""; } };
  if ("alone" in here.dataset) dataset.alone = "";      // the course without the chapters
  dataset.mode = kept("mode") || "auto";
  dataset.theme = dataset.mode !== "auto" ? kept("theme") : matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
  if (location.protocol !== "file:") for (const name of ["author", "ours", "ours-bold"]) {
    const href = new URL(`vendor/fonts/${name}.woff2`, here.src).href;
    const font = { rel: "preload", as: "font", type: "font/woff2", crossOrigin: "", href };
    document.head.append(Object.assign(document.createElement("link"), font));
  }
  // What stands below a board waits for it (boards.js), but not for ever, should its script not come.
  document.documentElement.classList.add("boards-to-come");
  window.addEventListener("load", () => setTimeout(() => document.documentElement.classList.remove("boards-to-come"), PATIENCE));
  Object.assign(window, { toggleHintShow: "Click to show", toggleHintHide: "Click to hide", toggleOpenOnPrint: "true",
    togglebuttonSelector: ".toggle, .admonition.dropdown" });

  document.addEventListener("click", event => {
    const { act } = /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest("[data-act]"))?.dataset ?? {};
    if (act === "print") window.print();
    else if (act === "full-screen") /** @type {any} */ (window).toggleFullScreen();
  });

  // A slider's states (cadogan/course/sliders.py); in a notebook it has the same in itself.
  document.addEventListener("input", event => {
    const slider = /** @type {HTMLInputElement} */ (event.target), box = slider.closest(".cadogan-slide");
    if (!box || slider.type !== "range") return;
    const all = /** @type {HTMLElement[]} */ ([...box.querySelectorAll(".cadogan-state")]), { value } = all[Number(slider.value)].dataset;
    for (const [n, one] of all.entries()) one.hidden = n !== Number(slider.value);
    slider.setAttribute("aria-valuetext", value);
    box.querySelector("output").textContent = value;
  });
})();

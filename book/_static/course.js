// The exercises and guesses of the lessons and chapters. Their questions are in the page; here they become fields to write in. The
// page's own Python marks an answer (cadogan/course), and is started by the first one. What was answered and guessed stays on this machine.
(() => {
  const here = /** @type {HTMLScriptElement} */ (document.currentScript).src, STORE = "cadogan-course";
  const LONGEST = 5000;      // characters of an answer
  /** A module, imported when it is there: a browser may never ask again for one that has once not come. @param {string} address */
  const bring = address => fetch(address).then(() => import(address));
  const LIMIT = 30;          // seconds that marking may take, once Python is ready for it

  /** @typedef {{ answer?: string, draft?: string, mark?: string, says?: string, missed?: number, guess?: string, others?: number }} Kept */

  /** What is kept of all exercises and guesses, by their names. @returns {Record<string, Kept>} */
  function kept() {
    try {
      const found = JSON.parse(localStorage.getItem(STORE));
      return found && typeof found === "object" && !Array.isArray(found) ? found : {};
    } catch { return {}; }
  }

  /** @param {string} name @param {Kept} one */
  function keep(name, one) {
    try { localStorage.setItem(STORE, JSON.stringify({ ...kept(), [name]: one })); } catch { /* the page works without */ }
  }

  const text = value => (typeof value === "string" ? value.slice(0, LONGEST) : "");

  function fieldOf(section) {
    const form = section.querySelector("form");
    form.hidden = false;
    for (const note of section.querySelectorAll(".cadogan-kernel")) note.hidden = true;
    return { form, field: form.querySelector("input, textarea"), button: form.querySelector("button") };
  }

  function say(section, mark, says) {
    const place = section.querySelector(".cadogan-verdict");
    place.dataset.mark = mark;
    place.textContent = says;
  }

  /** What Python says of an answer. An endless loop is ended by the reader, or after a while. */
  async function marked(exercise, answer, begun) {
    if (location.protocol === "file:") {
      throw new Error("Python cannot be started here: this page was opened as a file. Start the book with “make read”, or open it on "
        + "its website.");
    }
    let python;
    try {
      python = await bring(new URL("./vendor/pyodide/python.mjs", here).href);
    } catch {
      throw new Error("Python cannot be fetched, perhaps for want of a connection, so the answer cannot be marked.");
    }
    await python.ask("close_game", -1);      // Python is started, and has done all that was asked before
    begun(python.stop);
    const late = setTimeout(python.stop, 1000 * LIMIT);
    try {
      return await python.ask("check", JSON.stringify({ exercise, answer }));
    } catch (error) {
      if (!error.lost) throw error;
      throw new Error(`It was stopped, or took more than ${LIMIT} seconds: does every loop in it end? Your text is kept.`);
    } finally { clearTimeout(late); }
  }

  function exercise(section) {
    const name = section.dataset.exercise, { form, field, button } = fieldOf(section), before = kept()[name];
    if (before?.mark) {
      field.value = text(before.answer);
      say(section, text(before.mark), text(before.says));
    }
    if (before?.draft) {
      field.value = text(before.draft);
      say(section, "", "You had not had this marked yet.");
    }
    field.maxLength = LONGEST;
    field.addEventListener("input", () => keep(name, { ...kept()[name], draft: field.value }));
    const halt = document.createElement("button");
    Object.assign(halt, { type: "button", textContent: "Stop", hidden: true });
    form.append(" ", halt);
    const another = others(section, name);
    another.hidden = before?.mark !== "right" && !(before?.missed > 1);
    section.querySelector(".cadogan-answer")?.addEventListener("toggle", () => { another.hidden = false; });
    form.addEventListener("submit", async event => {
      event.preventDefault();
      const answer = field.value;
      button.disabled = true;
      say(section, "", "It is being marked …");
      try {
        const { mark, says, hint } = await marked(name, answer, stop => {
          halt.onclick = stop;
          halt.hidden = false;
        });
        const { draft, missed = 0, ...last } = kept()[name] ?? {}, again = missed + (mark === "wrong" || mark === "nearly" ? 1 : 0);
        const since = draft && draft !== answer ? { draft } : {};      // what was typed while this was marked
        const told = hint && again > 1 ? `${says} A hint: ${hint}` : says;
        say(section, mark, told);
        if (mark === "right" || again > 1) another.hidden = false;
        const latest = last.mark === "right" && mark !== "right" ? {} : { answer, mark, says: told };
        keep(name, { ...last, ...latest, ...since, missed: again });
        tellProgress();
      } catch (error) {
        say(section, "", error.message);
      }
      button.disabled = false;
      halt.hidden = true;
    });
  }

  /** The button that asks an exercise with other numbers, in the place below this one. */
  function others(section, name) {
    const press = document.createElement("button"), place = document.createElement("div"), all = Number(section.dataset.others);
    Object.assign(press, { type: "button", textContent: "One like it" });
    if (!all) return press;
    section.querySelector(".cadogan-verdict").after(press);
    section.append(place);
    press.addEventListener("click", async () => {
      const one = kept()[name], n = ((one?.others ?? 0) % all) + 1;
      keep(name, { ...one, others: n });
      keep(`${name}#${n}`, {});
      press.disabled = true;
      place.textContent = "One moment …";
      try {
        const { html } = await marked(`${name}#${n}`, undefined, () => {});
        await (await bring(new URL("./clean-html.mjs", here).href)).putHtml(place, html);
        place.querySelectorAll(".cadogan-exercise").forEach(exercise);
        /** @type {HTMLElement} */ (place.querySelector("input, textarea"))?.focus();
      } catch (error) { place.textContent = error.message; }
      press.disabled = false;
    });
    return press;
  }

  function guess(section) {
    const name = section.dataset.guess, { form, field } = fieldOf(section), before = text(kept()[name]?.guess);
    const tell = guessed => {
      say(section, "", guessed ? `You wrote down ${guessed}.` : "");
      for (const place of document.querySelectorAll(`.cadogan-reveal[data-guess="${name}"]`)) {
        if (guessed) place.setAttribute("open", "");
        place.querySelector(".cadogan-guessed").textContent = guessed ? `You guessed ${guessed}.` : "";
      }
    };
    field.value = before;
    tell(before);
    form.querySelector("[type=button]")?.addEventListener("click", () => {
      keep(name, {});
      field.value = "";
      tell("");
      for (const place of document.querySelectorAll(`.cadogan-reveal[data-guess="${name}"]`)) place.setAttribute("open", "");
      say(section, "", "The result is open below.");
    });
    form.addEventListener("submit", event => {
      event.preventDefault();
      const guessed = field.value.trim().slice(0, 80);
      keep(name, { guess: guessed });
      tell(guessed);
    });
  }

  function tellProgress() {
    const all = Object.entries(kept());
    for (const list of document.querySelectorAll(".cadogan-progress")) {
      for (const line of /** @type {NodeListOf<HTMLElement>} */ (list.querySelectorAll("[data-exercises]"))) {
        const there = all.filter(([name]) => name.startsWith(`${line.dataset.exercises}/`) && !name.includes("#"));
        const right = there.filter(([, one]) => ["right", "written"].includes(one?.mark)).length;
        line.querySelector("span").textContent = String(right);
        line.hidden = !there.some(([, one]) => one?.mark);
      }
      const chapters = list.querySelector("details");
      const counts = [...chapters.querySelectorAll("li span")].map(one => Number(one.textContent));
      chapters.querySelector("summary span").textContent = String(counts.reduce((sum, one) => sum + one, 0));
      chapters.hidden = !chapters.querySelector("li:not([hidden])");
      list.querySelector("p").hidden = !!list.querySelector("li:not([hidden])");
    }
  }

  /** The button that opens all answers of a lesson, and folds them again. */
  function answersTogether(lesson) {
    const argued = "#exercises section > details:not([class])";
    const all = [...lesson.querySelectorAll(`.cadogan-answer, .cadogan-reveal, ${argued}`)];
    if (!all.some(one => one.matches(".cadogan-answer"))) return;      // a build without answers
    const press = document.createElement("button");
    Object.assign(press, { type: "button", className: "cadogan-present", textContent: "Show all answers" });
    let shown = false;
    press.addEventListener("click", () => {
      shown = !shown;
      for (const one of all) one.toggleAttribute("open", shown);
      press.textContent = shown ? "Fold all answers" : "Show all answers";
    });
    lesson.querySelector(".cadogan-present").after(" ", press);
  }

  /** A lesson as slides, one cell a step: each with the text before it, and the heading above. */
  function slides(lesson) {
    const head = lesson.querySelector("h1"), root = document.documentElement, steps = [[]];
    const parts = [...lesson.querySelectorAll(":scope > *, section > *")].filter(one => !one.parentElement.closest(".cell"));
    for (const one of parts.filter(one => one.tagName !== "SECTION")) {
      if (one.tagName === "H2" && steps.at(-1).length) steps.push([]);
      if (!steps.at(-1).length && one.querySelector(".cadogan-reveal")) steps.pop();     // it stays with what it reveals
      steps.at(-1).push(one);
      if (one.matches(".cell:has(.cell_output), .cell:not(.tag_hide-input)")) steps.push([]);
    }
    const all = steps.filter(step => step.length);
    const press = (name, act) => {
      const made = document.createElement("button");
      Object.assign(made, { type: "button", textContent: name, onclick: act });
      return made;
    };
    const bar = document.createElement("div"), told = document.createElement("span");
    let at = 0;
    const show = n => {
      at = Math.max(0, Math.min(all.length - 1, n));
      const shown = part => all[at].some(one => part === one || part.tagName === "SECTION" && part.contains(one)
        || /^H[23]$/.test(part.tagName) && part.parentElement.contains(one));
      for (const part of parts) part.classList.toggle("cadogan-off", !shown(part));
      told.textContent = `${at + 1} of ${all.length}`;
      fit();
      window.scrollTo(0, 0);
    };
    // A step that is higher than the wall is shown smaller, down to 55 %; a board fits by its style.
    const article = /** @type {HTMLElement} */ (lesson.closest("article"));
    const fit = () => {
      article.style.zoom = "";
      if (all[at].some(one => one.querySelector(".cadogan"))) return;
      for (let size = 95; size >= 55 && root.scrollHeight > innerHeight; size -= 5) article.style.zoom = `${size}%`;
    };
    const end = () => {
      root.classList.remove("cadogan-slides");
      article.style.zoom = "";
      for (const part of parts) part.classList.remove("cadogan-off");
      bar.remove();
      document.removeEventListener("keydown", key);
      open.focus();
    };
    const reveal = () => {
      for (const folded of lesson.querySelectorAll("details:is(.cadogan-reveal, .cadogan-answer, section > details)")) {
        if (folded.checkVisibility()) folded.toggleAttribute("open");
      }
      fit();
    };
    const key = event => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (/** @type {Element} */ (event.target).closest("input, textarea, select, .cadogan, [contenteditable]")) return;
      const next = () => show(at + 1), back = () => show(at - 1);
      const act = { ArrowRight: next, PageDown: next, ArrowLeft: back, PageUp: back, r: reveal, Escape: end }[event.key];
      if (act) { event.preventDefault(); act(); }
    };
    const open = press("Show as slides", () => {
      root.classList.add("cadogan-slides");
      document.body.append(bar);
      document.addEventListener("keydown", key);
      show(0);
      bar.querySelector("button").focus();
    });
    open.className = "cadogan-present";
    bar.className = "cadogan-bar";
    bar.setAttribute("role", "group");
    bar.setAttribute("aria-label", "Slides");
    told.setAttribute("role", "status");
    bar.append(press("Next", () => show(at + 1)), press("Back", () => show(at - 1)), press("Reveal", reveal), told, press("End", end));
    head.after(open);
  }

  function begin() {
    const lesson = document.querySelector("article section:has(> h1)");
    if (lesson && document.querySelector(".cadogan-guess")) {
      slides(lesson);
      answersTogether(lesson);
    }
    document.querySelectorAll(".cadogan-exercise").forEach(exercise);
    document.querySelectorAll(".cadogan-guess").forEach(guess);
    tellProgress();
  }

  // What a cell of the page shows anew (cells.mjs).
  document.addEventListener("cadogan:shown", event => {
    const { place } = /** @type {CustomEvent} */ (event).detail;
    place.querySelectorAll(".cadogan-exercise").forEach(exercise);
    place.querySelectorAll(".cadogan-guess").forEach(guess);
    if (place.querySelector(".cadogan-progress")) tellProgress();
  });
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", begin);
  else begin();
})();

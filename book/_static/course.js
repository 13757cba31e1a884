// The lessons' exercises and guesses. Their questions are in the page; here they become fields to write in. The page's own Python marks
// an answer (cadogan/course), and is started by the first one. What was answered and guessed stays on this machine.
(() => {
  const here = /** @type {HTMLScriptElement} */ (document.currentScript).src, STORE = "cadogan-course";
  const LONGEST = 5000;      // characters of an answer

  /** @typedef {{ answer?: string, mark?: string, says?: string, guess?: string }} Kept */

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

  async function marked(exercise, answer) {
    if (location.protocol === "file:") throw new Error("Python cannot be started here: this page was opened from the disk.");
    let python;
    try {
      python = await import(new URL("./vendor/pyodide/python.mjs", here).href);
    } catch {
      throw new Error("Python is missing beside this page, so the answer cannot be marked.");
    }
    return python.ask("check", JSON.stringify({ exercise, answer }));
  }

  function exercise(section) {
    const name = section.dataset.exercise, { form, field, button } = fieldOf(section), before = kept()[name];
    if (before?.mark) {
      field.value = text(before.answer);
      say(section, text(before.mark), text(before.says));
    }
    field.maxLength = LONGEST;
    form.addEventListener("submit", async event => {
      event.preventDefault();
      const answer = field.value;
      button.disabled = true;
      say(section, "", "It is being marked …");
      try {
        const { mark, says } = await marked(name, answer);
        say(section, mark, says);
        if (kept()[name]?.mark !== "right" || mark === "right") keep(name, { answer, mark, says });
        tellProgress();
      } catch (error) {
        say(section, "", error.message);
      }
      button.disabled = false;
    });
  }

  function guess(section) {
    const name = section.dataset.guess, { form, field } = fieldOf(section), before = text(kept()[name]?.guess);
    const tell = guessed => {
      say(section, "", guessed ? `You wrote down ${guessed}.` : "");
      for (const place of document.querySelectorAll(`.cadogan-reveal[data-guess="${name}"] .cadogan-guessed`)) {
        place.textContent = guessed ? `You guessed ${guessed}.` : "";
      }
    };
    field.value = before;
    tell(before);
    form.addEventListener("submit", event => {
      event.preventDefault();
      const guessed = field.value.trim().slice(0, 80);
      keep(name, { guess: guessed });
      tell(guessed);
    });
  }

  function tellProgress() {
    const all = Object.entries(kept());
    for (const line of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".cadogan-progress [data-lesson]"))) {
      const right = all.filter(([name, one]) => name.startsWith(`${line.dataset.lesson}/`) && one?.mark === "right").length;
      line.querySelector("span").textContent = String(right);
    }
  }

  function begin() {
    document.querySelectorAll(".cadogan-exercise").forEach(exercise);
    document.querySelectorAll(".cadogan-guess").forEach(guess);
    tellProgress();
  }

  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", begin);
  else begin();
})();

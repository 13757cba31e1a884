// Hand in: what was answered and guessed in a lesson, or on a paper of the class pack, as one small file that is saved on this machine and
// sent nowhere. The lecturer marks it anew (cadogan/course/handed_in.py); no mark stands in it.
(() => {
  const STORE = "cadogan-course", LOG = "cadogan-log", NAME = "cadogan-name", LONGEST = 5000;

  const stored = key => { try { return JSON.parse(localStorage.getItem(key)) ?? null; } catch { return null; } };
  const put = (key, value) => { try { localStorage.setItem(key, JSON.stringify(value)); } catch { /* it works without */ } };

  /** A sum of some texts, by which a change shows (FNV-1a over their units, a 0 behind each). @param {string[]} texts */
  function digest(texts) {
    let found = 0x811c9dc5;
    const add = unit => { found = Math.imul(found ^ unit, 0x01000193) >>> 0; };
    for (const text of texts) {
      for (let i = 0; i < text.length; i++) add(text.charCodeAt(i));
      add(0);
    }
    return found;
  }

  /** By code points, as Python sorts. */
  const before = (a, b) => {
    const [one, other] = [[...a], [...b]];
    for (let i = 0; i < Math.min(one.length, other.length); i++) {
      if (one[i] !== other[i]) return one[i].codePointAt(0) - other[i].codePointAt(0);
    }
    return one.length - other.length;
  };

  /** A paper has a sum of its questions, by which another seed's are told. @param {string} name @param {string} work
   * @param {Record<string, string>} answers @param {Record<string, string>} guesses @param {string} [sheet] */
  function fileOf(name, work, answers, guesses, sheet) {
    const flat = all => Object.keys(all).sort(before).flatMap(key => [key, all[key]]);
    // Sphinx's options are a constant of their script, and so no property of the window; a paper has none.
    // @ts-ignore
    const version = typeof DOCUMENTATION_OPTIONS === "object" ? DOCUMENTATION_OPTIONS.VERSION : "";
    const log = stored(LOG);
    return {
      cadogan: "hand-in", format: 1, version, name, work, ...(sheet && { sheet: Number(sheet) }), saved: new Date().toISOString(),
      answers, guesses, played: Array.isArray(log) ? log.slice(-1000) : [], sum: digest([name, work, ...flat(answers), ...flat(guesses)]),
    };
  }

  /** What was answered and guessed under a page's name: what was typed last, but for a right answer. */
  function keptOf(page) {
    const answers = /** @type {Record<string, string>} */ ({}), guesses = /** @type {Record<string, string>} */ ({});
    for (const [name, one] of Object.entries(stored(STORE) ?? {})) {
      if (!name.startsWith(`${page}/`) || name.includes("#") || !one) continue;
      const answer = one.mark === "right" ? one.answer : one.draft ?? one.answer;
      if (typeof answer === "string" && answer.trim()) answers[name] = answer.slice(0, LONGEST);
      if (typeof one.guess === "string" && one.guess) guesses[name] = one.guess;
    }
    return { answers, guesses };
  }

  /** What stands in the fields of a paper, by the number of the question. */
  function writtenOn(paper) {
    const fields = /** @type {NodeListOf<HTMLInputElement>} */ (paper.querySelectorAll("[data-question]"));
    const written = [...fields].filter(one => one.value.trim()).map(one => [one.dataset.question, one.value.slice(0, LONGEST)]);
    return { answers: Object.fromEntries(written), guesses: /** @type {Record<string, string>} */ ({}) };
  }

  function save(file) {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([`${JSON.stringify(file, null, 1)}\n`], { type: "application/json" }));
    link.download = `${file.work}-${file.name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-|-$/g, "") || "answers"}.json`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
    return link.download;
  }

  /** The line with the name, the button, and what was saved. @param {string} work @param {() => ReturnType<typeof keptOf>} what
   * @param {string} [sheet] */
  function line(work, what, sheet) {
    const form = document.createElement("form"), label = document.createElement("label"), field = document.createElement("input");
    const press = document.createElement("button"), told = document.createElement("span");
    form.className = "cadogan-hand-in";
    Object.assign(field, { type: "text", maxLength: 120, required: true, autocomplete: "name", value: stored(NAME) ?? "" });
    press.textContent = "Hand in";
    told.setAttribute("role", "status");
    label.append("Your name ", field);
    form.append(label, " ", press, " ", told);
    form.addEventListener("submit", event => {
      event.preventDefault();
      const name = field.value.replace(/\s+/g, " ").trim(), { answers, guesses } = what(), n = Object.keys(answers).length;
      if (!name) { told.textContent = "Write your name first."; return; }
      put(NAME, name);
      const file = save(fileOf(name, work, answers, guesses, sheet));
      told.textContent = `${n} answer${n === 1 ? "" : "s"} saved as ${file}. Give this file to your teacher; nothing was sent.`;
    });
    return form;
  }

  /** A paper keeps what is written on it, so that a page that is closed loses nothing. */
  function paper(place) {
    const work = place.dataset.paper, key = `cadogan-paper-${work}`, kept = stored(key) ?? {};
    const fields = /** @type {NodeListOf<HTMLInputElement>} */ (place.querySelectorAll("[data-question]"));
    for (const one of fields) {
      one.value = typeof kept[one.dataset.question] === "string" ? kept[one.dataset.question] : "";
      one.addEventListener("input", () => put(key, writtenOn(place).answers));
    }
    place.append(line(work, () => writtenOn(place), place.dataset.sheet));
  }

  function begin() {
    document.querySelectorAll("[data-paper]").forEach(paper);
    const last = [...document.querySelectorAll("article .cadogan-exercise")].at(-1), name = last?.getAttribute("data-exercise");
    if (!name || !document.querySelector(".cadogan-guess")) return;
    const work = name.split("/")[0];
    (last.closest(".cell") ?? last).after(line(work, () => keptOf(work)));
  }

  Object.assign(window, { cadoganHandIn: { digest, fileOf, keptOf } });
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", begin);
  else begin();
})();

// The page's own Python, for its boards and its rule editor: one worker, started when it is first wanted.
// A module is one per page, and so is the worker. Its state is shown in one strip at the foot of the page.
//
//   wake()                        start Python, since it will be wanted in a moment
//   ask(call, ...args)            a question to cadogan/board/page.py; gives its answer, rejects with a sentence
//   hear(tell, call, ...args)     the same, and what Python tells meanwhile
//   openGame(opening, receive)    a game that goes on even when Python has to be started again: { send, close, opening }
//   deliver(boards)               what cells have done with games that are open: the numbers of the games, and replies

const KEPT = "The game is kept: your next move starts Python again.";
const PATIENCE = 1000;      // ms until the reader is told that Python is at work, and can stop it
const SILENCE = 8000;       // ms without a byte or a word of Python's start until the reader is told, and can try again
const MB = 1e6;

/** @type {Worker | null} */
let worker = null;
let asked = 0, started = false, trouble = "", step = "";
const waiting = new Map(), games = new Map();

export function wake() {
  if (worker) return;
  started = false;
  trouble = "";
  step = "The table is being set";
  performance.mark("cadogan-wake");
  try {
    worker = new Worker(new URL("./worker.mjs", import.meta.url), { type: "module" });
  } catch {
    throw new Error("this browser has no workers, in which Python could run");
  }
  strip.show(`${step} …`, true);
  strip.listen();
  const mine = worker;
  worker.onmessage = ({ data }) => { if (mine === worker) received(data); };
  /** @param {Event} event */
  const broken = event => {
    event.preventDefault();
    if (mine === worker) lost(started ? "Python in this page has stopped." : "Python cannot be started in this page.");
  };
  worker.onerror = worker.onmessageerror = broken;
}

function received(data) {
  if ("progress" in data) return progress(data);
  const { failed } = data;
  if (failed) return lost(started ? `Python in this page has stopped (${failed}).` : `Python cannot be started in this page: ${failed}.`);
  if (data.ready) {
    started = true;
    performance.mark("cadogan-ready");
    document.dispatchEvent(new globalThis.Event("cadogan-python"));      // boards that have waited for it in vain hear of it
    return strip.settle();
  }
  const question = waiting.get(data.id);
  if (data.part) return question?.tell(JSON.parse(data.part));
  waiting.delete(data.id);
  strip.settle();
  if (!question) return;
  const answer = JSON.parse(data.text);
  answer.error === undefined ? question.resolve(answer) : question.reject(Object.assign(new Error(answer.error), answer));
}

/** How much of Python has come, in words and as a bar. */
function progress({ progress: word, loaded, total }) {
  step = word || step;
  const whole = Math.max(loaded, total), size = bytes => (bytes / MB).toFixed(1);
  strip.show(loaded && total ? `${step}: ${size(loaded)} of ${size(whole)} MB` : `${step} …`, true);
  strip.bar(loaded, whole);
  strip.listen();
}

/** Python did not come, or does not: start it once more, for all who wait for it. */
function again() {
  const open = [...waiting].filter(([, question]) => question.posted);
  worker?.terminate();
  worker = null;
  wake();
  for (const [id, { posted }] of open) worker?.postMessage({ id, ...posted });
}

/** The worker is of no more use: end it, and tell whoever waits. */
function lost(reason) {
  worker?.terminate();
  worker = null;
  trouble = reason;
  const open = [...waiting.values()];
  waiting.clear();
  strip.settle();
  strip.show(`${reason} ${started ? KEPT : "The replays still work."}`, false, !started);
  for (const { reject } of open) reject(Object.assign(new Error(reason), { lost: true }));
}

// A page that is left, and that the browser keeps for *Back*, gives its Python back, which takes more than all else of it.
globalThis.addEventListener("pagehide", ({ persisted }) => {
  if (!persisted || !worker) return;
  if (waiting.size) return lost("Python in this page stopped when you left it.");
  worker.terminate();
  worker = null;
  strip.hide();
});

/** Stop whatever Python does: the reader's own wish. */
export function stop() { if (worker) lost(started ? "You have stopped Python." : "You have stopped Python before it began."); }

export const ask = (call, ...args) => hear(() => {}, call, ...args);

export function hear(tell, call, ...args) {
  return new Promise((resolve, reject) => {
    wake();
    const posted = { call, args };
    waiting.set(++asked, { resolve, reject, tell, since: performance.now(), posted });
    strip.watch();
    worker.postMessage({ id: asked, ...posted });
  });
}

/** A game, opened by a record (see cadogan/board/page.py); `receive` gets each reply. Rejects when it cannot be opened. */
export async function openGame(opening, receive) {
  let id = null, home = null, queue = Promise.resolve();
  async function open() {
    const answer = await ask("open_game", JSON.stringify(opening));
    ({ id, opening } = answer);
    home = worker;
    games.set(id, receive);
    answer.replies.forEach(receive);
  }
  async function send(message) {
    try {
      if (home !== worker) {      // Python was started again since
        if (!opening) throw new Error("Python was restarted, and does not know this game: run the cell again.");
        await open();
      }
      const answer = await ask("handle", id, JSON.stringify(message));
      opening = answer.opening;
      answer.replies.forEach(receive);
    } catch (error) {
      receive({ kind: "error", sentence: error.lost ? `${error.message} ${KEPT}` : error.message });
    }
  }
  await open();
  return {
    send: message => (queue = queue.then(() => send(message))),
    close: () => {
      games.delete(id);
      if (home === worker && worker) ask("close_game", id).catch(() => {});
    },
    opening: () => opening,
  };
}

export function deliver(boards) { for (const [id, reply] of boards) games.get(id)?.(reply); }

// ---- the strip at the foot of the page -------------------------------------------------------------

const strip = {
  build() {
    this.text = document.createElement("span");
    this.text.setAttribute("role", "status");
    this.button = document.createElement("button");
    this.button.type = "button";
    this.button.addEventListener("click", () => (worker ? stop() : this.hide()));
    this.node = document.createElement("aside");
    this.node.className = "cadogan-python";
    this.node.setAttribute("aria-label", "Python in this page");
    this.again = document.createElement("button");
    this.again.type = "button";
    this.again.textContent = "Try again";
    this.again.addEventListener("click", again);
    this.meter = document.createElement("progress");
    this.meter.setAttribute("aria-hidden", "true");      // its text says it
    this.node.append(this.text, this.meter, this.again, this.button);
    document.body.append(this.node);
  },
  show(text, stoppable, broken = false) {
    if (!this.node) this.build();
    clearTimeout(this.timer);
    clearTimeout(this.silence);
    this.again.hidden = !broken;
    this.meter.hidden = true;
    this.node.hidden = false;
    if (this.text.textContent !== text) this.text.textContent = text;
    this.button.textContent = stoppable ? "Stop" : "Close";
  },
  hide() { if (this.node) this.node.hidden = true; },
  bar(loaded, total) {
    this.meter.hidden = !(loaded && total);
    this.meter.max = total || 1;
    this.meter.value = loaded;
  },
  /** Nothing is heard of Python's start for some seconds: say so, and offer to try again; it may come yet. */
  listen() {
    clearTimeout(this.silence);
    this.silence = setTimeout(() => {
      if (started || !worker) return;
      this.show(`Nothing more of Python has arrived for ${SILENCE / 1000} s.`, true, true);
    }, SILENCE);
  },
  /** Python answered: say nothing more, unless others still wait. */
  settle() {
    clearTimeout(this.timer);
    clearTimeout(this.silence);
    this.timer = null;
    if (waiting.size) this.watch();
    if (started && !trouble) this.hide();
  },
  /** Tell that Python is at work when an answer is long in coming. */
  watch() {
    if (this.timer || !started) return;
    this.timer = setTimeout(() => {
      this.timer = null;
      if (!waiting.size) return;
      const since = Math.min(...[...waiting.values()].map(question => question.since));
      this.show(`Python has been at work for ${Math.round((performance.now() - since) / 1000)} s …`, true);
      this.watch();
    }, PATIENCE);
  },
};

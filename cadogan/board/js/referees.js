// Referees, who say what is legal: the live kernel, or Python in this page.

/** The live kernel answers over the widget's own messages. */
export function liveReferee(model, receive) {
  model.on("msg:custom", receive);
  return { send: message => model.send(message), close: () => model.off("msg:custom", receive) };
}

let worker = null, asked = 0;
const waiting = new Map();

/** Ask the page's one Python worker, which is started by the first question. */
function askPage(call, ...args) {
  return new Promise((resolve, reject) => {
    if (!worker) {
      const root = document.documentElement.dataset.content_root;
      if (root === undefined || location.protocol === "file:") throw new Error("this page was opened without its server");
      worker = new Worker(new URL(`${root}_static/vendor/pyodide/worker.mjs`, document.baseURI), { type: "module" });
      worker.onmessage = ({ data }) => {
        const { resolve, reject } = waiting.get(data.id);
        waiting.delete(data.id);
        data.error === undefined ? resolve(JSON.parse(data.text)) : reject(new Error(data.error));
      };
      worker.onerror = event => {
        event.preventDefault();
        for (const { reject } of waiting.values()) reject(new Error("Python could not be started in this page"));
        waiting.clear();
        worker = null;
      };
    }
    waiting.set(++asked, { resolve, reject });
    worker.postMessage({ id: asked, call, args });
  });
}

/** Python in this page answers, from the position that is shown. */
export async function pageReferee(opening, receive) {
  const { id, replies } = await askPage("open_session", JSON.stringify(opening));
  if (id === null) throw new Error(replies[0].sentence);
  replies.forEach(receive);
  const send = message => askPage("handle", id, JSON.stringify(message)).then(
    answers => answers.forEach(receive), error => receive({ kind: "error", sentence: String(error.message) }));
  return { send, close: () => {} };
}

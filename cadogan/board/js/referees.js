// Referees, who say what is legal: the live kernel, or Python in this page.

/** The live kernel answers over the widget's own messages. */
export function liveReferee(model, receive) {
  model.on("msg:custom", receive);
  return { send: message => model.send(message), close: () => model.off("msg:custom", receive) };
}

/** Whether this is a page of the book, which has a Python of its own; a notebook and a page made of one have none. */
export const inBook = () => document.documentElement.dataset.content_root !== undefined;

const modules = new Map();
/** A module that lies beside the page's Python; one per page, whatever asks for it. It is imported when it is there: a browser may never
 *  ask again for one that has once not come (Firefox). */
async function besidePython(name) {
  const root = document.documentElement.dataset.content_root;
  if (!inBook()) throw new Error("no Python runs behind it");
  if (location.protocol === "file:") {
    throw new Error("this page was opened as a file. Start the book with “make read”, or open it on its website");
  }
  try {
    const address = new URL(`${root}_static/vendor/pyodide/${name}`, document.baseURI).href;
    if (!modules.has(name)) {
      await fetch(address);
      modules.set(name, await import(address));
    }
    return modules.get(name);
  } catch {
    throw new Error("Python could not be fetched: perhaps there is no connection, or this browser cannot load it");
  }
}

/** Python in this page answers, from the position that is shown. */
export async function pageReferee(opening, receive) {
  return (await besidePython("python.mjs")).openGame(opening, receive);
}

/** Somebody touches a board that Python will referee in a moment: start it while the finger is still down. */
export function wakePage() {
  besidePython("python.mjs").then(python => python.wake()).catch(() => {});      // told when it is really wanted
}

/** The address that opens this page with a game. Rejects where there is no page to link to (JupyterLab). */
export async function linkTo(record) {
  const root = document.documentElement.dataset.content_root, own = record.game === "studio" && root !== undefined;
  return (await besidePython("links.mjs")).linkTo(record, own ? new URL(`${root}studio.html`, location.href).href : location.href);
}

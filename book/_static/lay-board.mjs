// A board of the page's own, played with the page's Python.

// @ts-ignore: it lies there in the built page alone
import { ask, openGame } from "./vendor/pyodide/python.mjs";
import { h } from "./elements.mjs";

/** A board, played with the page's Python, or a table of a round game. Rejects with the reason when the game cannot be opened. */
export async function layBoard(el, opening) {
  const round = Boolean(opening.round), styles = round ? ["board", "round"] : ["board"];
  const [{ default: widget }] = await Promise.all([import(`./vendor/pyodide/board/${round ? "round" : "board"}.js`), ...styles.map(style)]);
  const listeners = new Set(), replies = [];
  const game = await openGame(opening, reply => (listeners.size ? listeners.forEach(hear => hear(reply)) : replies.push(reply)));
  const drawn = document.getElementById("cadogan-cards") && (!round || document.getElementById("cadogan-joker")), drawings = drawn ? {}
    : await ask("cards");
  const traits = { cards_svg: drawings.svg, joker_svg: drawings.joker, first: replies[0], replay: null };
  const model = {
    get: name => traits[name], set() {}, save_changes() {},
    on: (name, hear) => listeners.add(hear), off: (name, hear) => listeners.delete(hear),
    send: message => game.send(message),
  };
  el.replaceChildren();
  const close = widget.render({ model, el });
  return { opening: game.opening, close: () => { close?.(); game.close(); el.replaceChildren(); } };
}

const styled = new Map();
function style(name) {
  if (!styled.has(name)) {
    styled.set(name, new Promise(resolve => {
      const link = h("link", { rel: "stylesheet", href: new URL(`./vendor/pyodide/${name}.css`, import.meta.url).href, onload: resolve,
        onerror: resolve });
      document.head.append(link);
    }));
  }
  return styled.get(name);
}

// The game that came with a link: what it holds is said, and it is opened when the reader says so. Nothing of it is carried out before.

// @ts-ignore: it lies there in the built page alone
import { wake } from "./vendor/pyodide/python.mjs";
// @ts-ignore: as above
import { readLink } from "./vendor/pyodide/links.mjs";
import { h, press } from "./elements.mjs";
import { layBoard } from "./lay-board.mjs";
import { showRules, some } from "./rule-editor.mjs";

const page = decodeURIComponent(location.pathname.split("/").pop()).replace(/\.html$/, "");
let offered = null, withdraw = () => {};

const named = values => Object.entries(values).map(([name, value]) => `, ${name.replaceAll("_", " ")}: ${value}`).join("");
const dealt = (number, cards) => `deal ${number}${cards ? " in an order of its own" : ""}`;
const ofPatience = ({ deal, cards, moves, readings }) =>
  `${cards && !deal ? "a deal from real cards" : dealt(deal, cards)}, ${some(moves.length, "move")}${named(readings)}`;
const ofRound = ({ round: { seed, cards, players, actions }, seats }) =>
  `${dealt(seed, cards)}, ${some(players, "seat")} (${seats.join(", ")}), ${some(actions.length, "action")}, `
  + "with the options it was played with";

/** Say below the title what a link holds, and open it when the reader says so.
 *  @param {string} hash @param {Element} title */
export async function offer(hash, title) {
  offered?.remove();
  withdraw();      // one link at a time
  const node = h("section", { class: "game-link", "aria-label": "A game by link", tabindex: "-1" });
  offered = node;
  title.after(node);
  const leave = () => { node.remove(); history.replaceState(null, "", location.pathname + location.search); };
  const refuse = (reason, ...more) =>
    node.append(h("p", { role: "alert" }, `${reason} The page is as it was. `, ...more), press("Close", leave));
  let game;
  try {
    game = await readLink(hash);
  } catch (error) {
    return refuse(error.message);
  }
  if (!game.rules) offerGame(game, node, leave);
  else if (game.game !== page || !document.querySelector(":is(.cell.tag_rules, .cell.tag_template)")) {
    const root = document.documentElement.dataset.content_root, named = /^[a-z0-9-]+$/.test(game.game) && game.game !== page;
    const there = named ? [h("a", { href: `${root}${game.game}.html${hash}` }, "Open it there")] : [];
    return refuse(`This link belongs to another page, that of “${game.game}”.`, ...there);
  } else await offerRules(game, node, leave);
  node.focus();
}

/** A game by changed rules: they are shown in the cells of the page. */
async function offerRules(game, node, leave) {
  const editor = await showRules(), { deal, moves, readings, variant = "", cards } = game;
  withdraw = () => editor.page.withdraw();
  const at = editor.offer(game.rules, { deal, moves, readings, variant, ...(cards && { cards }) });
  const shown = "The changed rules are shown below as they came; nothing of them has been read or played.";
  const same = "They are the rules that stand below.";
  node.append(h("p", {}, `This link holds a game with changed rules: ${ofPatience(game)}. ${editor.page.offering ? shown : same}`),
    press("Look at the changed rules", () => { editor.open(at); editor.node.scrollIntoView(); editor.text.focus(); }),
    press("Leave it", () => { withdraw(); leave(); }));
}

/** A game by the book's own rules: it is opened below the title. */
function offerGame(game, node, leave) {
  const says = h("p", { role: "status" }), here = h("div", { class: "board-here" }), buttons = h("span");
  const open = async () => {
    says.textContent = "The game is being opened …";
    try {
      await layBoard(here, game);
      buttons.remove();
      says.textContent = "";
    } catch (error) {
      says.textContent = `This game cannot be opened: ${error.message} The page is as it was.`;
    }
  };
  buttons.append(press("Open this game", open, { onpointerdown: () => { try { wake(); } catch { /* told when it is opened */ } } }), " ",
    press("Leave it", leave));
  const slug = (game.round ?? game).game, title = slug === page ? document.querySelector("h1").firstChild.textContent : slug;
  node.append(h("p", {}, `This link holds a game of “${title}”: ${game.round ? ofRound(game) : ofPatience(game)}. `,
    buttons), says, here);
}

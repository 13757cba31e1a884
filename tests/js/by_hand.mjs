// A player without eyes for anything but the table: tries to make every legal move of the states that come in, one a line, by pointer
// and by keys, and looks whether every card that a move names is drawn. Called by tests/test_by_hand.py; tells what could not be done.

import { createInterface } from "node:readline";

const js = name => import(`../../cadogan/board/js/${name}.js`);
const { Hands } = await js("hands");
const { Layout, drawnOf } = await js("layout");

/** A board with a table that is not drawn: it notes what is sent, or offered in a list. */
function boardOf(state) {
  const places = new Map(state.places.map(place => [place.id, place])), done = { sent: [], listed: [] };
  const nodes = { get: () => ({ focus() {} }) };
  const table = { places, piles: state.piles, nodes, svg: { addEventListener() {}, setPointerCapture() {} },
    under: event => event.on, fromTop: () => 1000, point: event => [event.clientX, event.clientY],
    focusOn() {}, lift() {}, carry() {}, drop() {}, back() {} };
  const panels = { listMoves: moves => { done.listed = moves; } }, send = message => { done.sent.push(message); };
  const board = { table, state, plays: true, show: { stop: () => false }, marks() {}, say() {}, panels, send,
    root: { classList: { contains: () => false } } };
  return { hands: new Hands(board), done };
}

/** Whether what was done has made the move, or offers it. */
const makes = ({ sent, listed }, move) => (sent.length ? sent.length === 1 && sent[0].text === move.text
  : listed.some(one => one.text === move.text));
const orders = places => (places.length === 2 ? [places, [places[1], places[0]]] : [places]);

/** The ways to make a move by touching places one after another; a set is touched once more if need be. */
function touched(state, move, touch) {
  return move.places.length > 0 && orders(move.places).some(places => [places, [...places, places.at(-1)]].some(row => {
    const { hands, done } = boardOf(state);
    for (const id of row) if (!done.sent.length && !done.listed.length) touch(hands, id, move);
    return makes(done, move);
  }));
}

function pressed(state, move) {
  return state.buttons.some(({ kind, can }) => {
    if (!can) return false;
    const { hands, done } = boardOf(state);
    hands.playKind(kind);
    return makes(done, move);
  });
}

/** A card of the pile of a place, told by how many lie from it to the uppermost, under the pointer. */
const at = (hands, on, count, x) => ({ on, button: 0, pointerId: 1, clientX: x, clientY: 0, preventDefault() {},
  target: { closest: () => ({ dataset: { i: (hands.table.piles[on]?.length ?? 0) - count } }) } });

function click(hands, on, move) {
  const event = at(hands, on, on === move.from ? Math.max(1, move.count) : 1, 0);
  hands.down(event);
  hands.up(event);
}

function dragged(state, move) {
  if (move.places.length !== 2) return true;
  const { hands, done } = boardOf(state), [from, to] = move.places, count = Math.max(1, move.count);
  if (!state.piles[from].length) return true;
  hands.down(at(hands, from, count, 0));
  hands.moved(at(hands, from, count, 100));
  hands.up(at(hands, to, 1, 100));
  return makes(done, move);
}

/** The cards of a move that nobody can see on the table, though the move names them. */
function unseen(state, { cards, places }, ids) {
  const drawn = places.flatMap(id => {
    const place = state.places.find(one => one.id === id), pile = state.piles[id] ?? [];
    return place && ids.has(id) ? drawnOf(place, pile.length).map(i => pile[i]) : [];
  });
  return cards.filter(card => !drawn.includes(card));
}

let states = 0, moves = 0;
const wrong = [];
for await (const line of createInterface({ input: process.stdin })) {
  const state = JSON.parse(line), layout = new Layout(state.places);
  layout.see(state.piles);
  const there = state.places.filter(place => layout.there(place, state.piles));
  const where = `${state.slug}, deal ${state.deal}, move ${state.moved}`, ids = new Set(there.map(place => place.id));
  const ways = layout.waysOn(state.piles), seen = new Set([there[0].id]);
  for (const id of seen) Object.values(ways.get(id)).forEach(to => seen.add(to));
  if (seen.size < ids.size) wrong.push(`${where}: the arrows do not lead to every place`);
  states++;
  for (const [i, move] of state.moves.entries()) {
    if (!state.tried.includes(i)) continue;
    moves++;
    const named = { ...move, cards: state.named[i] }, gone = [...new Set(move.places)].filter(id => !ids.has(id));
    const fails = [
      gone.length && `${gone} is not on the table`,
      unseen(state, named, ids).length && `${unseen(state, named, ids)} is not drawn`,
      !(touched(state, move, (hands, id) => hands.pick(id)) || pressed(state, move)) && "no keys make it",
      !(touched(state, move, click) || pressed(state, move)) && "no clicks make it",
      !dragged(state, move) && "it cannot be dragged",
    ].filter(Boolean);
    if (fails.length) wrong.push(`${where}: ${move.text} (${move.says}): ${fails.join("; ")}`);
  }
}
console.log(JSON.stringify({ states, moves, wrong }));

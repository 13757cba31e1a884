// The same places, arranged for the shape of the screen. What belongs together stays as it is; the parts of a table come to stand
// beside or below one another, and a group whose places have nothing to do with one another is laid in more rows, or in fewer.
//
// A part has one shape or several, each so wide and so high. Two arrangements side by side, or one above the other, are an arrangement
// again: of all that come of parts in the order of reading, those are kept of which none is both narrower and lower. It is how the
// blocks of a circuit are placed ("slicing floorplans", R. Otten, 1982; L. Stockmeyer, 1983).

import { CARD, Layout } from "./layout.js";

const APART = [20, 14];      // between two parts, across and down, in drawing units
const ROWS = [1.1, 1.08];      // from one place of a group to the next where the plate has none, in widths and heights
const PAD = 5;      // round the whole
const MOST_SHAPES = 40;      // shapes kept of one arrangement
const TIGHT = [0.38, 0.41];      // how far a fan is drawn together, across and down: large indices are still read
const EQUAL = 1.005;
const FEW = 8;      // places that are not laid three, three and two

/** A spread, drawn together. */
const together = spread => spread.map((step, i) => Math.sign(step) * Math.min(Math.abs(step), TIGHT[i]));

/** The box round several boxes. @param {number[][]} boxes */
const enclosing = boxes => [0, 1, 2, 3].map(i => (i < 2 ? Math.min : Math.max)(...boxes.map(box => box[i])));
const meet = (a, b) => a[0] < b[2] - 2 && b[0] < a[2] - 2 && a[1] < b[3] - 2 && b[1] < a[3] - 2;

/** The parts of a table in the order of reading: groups, and as one what lies within another or is tied to it by a rule. What is dealt
 *  row by row comes last, so that nothing moves when a row comes.
 *  @param {any[]} places @param {(place: any) => number[]} boxOf the box of a place with the longest fan that it has room for
 *  @param {Set<string>} [rising] the groups that are dealt row by row */
export function partsOf(places, boxOf, rising = new Set()) {
  const byName = new Map();
  for (const place of places) {
    const name = place.tied ? "tied" : /(^|\s)talon$/.test(place.group) ? "hand" : `${place.group} ${place.spread}`;
    byName.set(name, [...(byName.get(name) ?? []), place]);
  }
  let parts = [...byName.values()].map(held => ({ places: held, box: enclosing(held.map(boxOf)) }));
  for (let merged = true; merged;) {
    merged = false;
    for (const a of parts) {
      const b = parts.find(one => one !== a && meet(one.box, a.box));
      if (!b) continue;
      parts = [...parts.filter(one => one !== a && one !== b), { places: [...a.places, ...b.places], box: enclosing([a.box, b.box]) }];
      merged = true;
      break;
    }
  }
  const grown = parts.map(part => ({ ...part, grows: part.places.some(place => rising.has(place.group)) }));
  return grown.sort((a, b) => Number(a.grows) - Number(b.grows) || a.box[1] - b.box[1] || a.box[0] - b.box[0]);
}

/** From one value to the next larger, at the least; the default where all are equal. @param {number[]} values @param {number} other */
function pitch(values, other) {
  const sorted = [...values].sort((a, b) => a - b), steps = sorted.slice(1).map((value, i) => value - sorted[i]).filter(step => step > 0.5);
  return steps.length ? Math.min(...steps) : other;
}

/** The shapes of a part: as it lies; and where it is one group in straight rows, untied, in any number of rows of which the last is at
 *  least half full, with its fans as they are and drawn together. */
function shapesOf({ places, box }, layouts) {
  const at = new Map(places.map(({ id, x, y }) => [id, [x * CARD.w - box[0], y * CARD.h - box[1]]]));
  const shapes = [{ w: box[2] - box[0], h: box[3] - box[1], at }], [first] = places;
  const alike = places.every(one => one.group === first.group && !one.angle && `${one.spread}` === `${first.spread}`);
  const rows = new Set(places.map(one => one.y)).size, columns = new Set(places.map(one => one.x)).size;
  if (first.tied || !alike || rows * columns < places.length) return shapes;
  return [...shapes, ...layouts.flatMap(layout => rowsOf(places.map(one => layout.places.get(one.id)), one => layout.reach(one)))];
}

/** Places of one group in any number of rows; foundations, and eight of anything, in rows alike. */
function rowsOf(places, boxOf) {
  const shapes = [], [first] = places, n = places.length, { spread } = first;
  const boxes = places.map(boxOf), widest = (from, to) => Math.max(...boxes.map(one => one[to] - one[from]));
  const wide = widest(0, 2), high = widest(1, 3);
  const dx = Math.max(wide + 2, pitch(places.map(one => one.x), ROWS[0]) * CARD.w);
  const dy = Math.max(high + 2, (first.spread[1] ? 0 : pitch(places.map(one => one.y), ROWS[1])) * CARD.h);
  const off = [first.x * CARD.w - boxes[0][0], first.y * CARD.h - boxes[0][1]];      // of a fan that grows to the left, or upwards
  for (let across = n; across >= 1; across--) {
    const down = Math.ceil(n / across), even = first.home || n === FEW, last = n - across * (down - 1);
    if (last * 2 < across || (across < n && Math.ceil(n / down) < across) || (even && last < across)) continue;
    shapes.push({ w: dx * (across - 1) + wide, h: dy * (down - 1) + high,
      at: new Map(places.map(({ id }, i) => [id, [off[0] + dx * (i % across), off[1] + dy * Math.floor(i / across), spread]])) });
  }
  return shapes;
}

/** Those of which no other is both narrower and lower. */
function best(shapes) {
  const kept = [];
  for (const one of shapes.sort((a, b) => a.w - b.w || a.h - b.h)) if (!kept.length || one.h < kept.at(-1).h - 1) kept.push(one);
  const every = Math.ceil(kept.length / MOST_SHAPES);
  return kept.filter((_, i) => i % every === 0);
}

/** All arrangements of the parts worth having, as shapes. */
function arrangements(parts, layouts) {
  const n = parts.length, shaped = part => best(shapesOf(part, layouts)).map(shape => ({ ...shape, grows: part.grows }));
  const of = parts.map((part, i) => ({ [i + 1]: shaped(part) }));
  for (let many = 2; many <= n; many++) {
    for (let from = 0; from + many <= n; from++) {
      const shapes = [];
      for (let at = from + 1; at < from + many; at++) {
        for (const a of of[from][at]) {
          for (const b of of[at][from + many]) {
            const both = { parts: [a, b], grows: a.grows || b.grows };
            shapes.push({ w: a.w + b.w + APART[0], h: Math.max(a.h, b.h), ...both, across: true },
              { w: Math.max(a.w, b.w), h: a.h + b.h + APART[1], ...both, across: false });
          }
        }
      }
      of[from][from + many] = best(shapes);
    }
  }
  return of[0][n];
}

/** Where each place comes to lie, in card widths and heights; parts stand in the middle of what room they have, or at the head of what
 *  grows. */
function spotsOf(shape, x = 0, y = 0, spots = new Map()) {
  if (shape.at) {
    const at = (value, of) => Math.round(value / of * 1000) / 1000;
    for (const [id, [dx, dy, spread]] of shape.at) {
      spots.set(id, { x: at(x + dx, CARD.w), y: at(y + dy, CARD.h), ...(spread && { spread }) });
    }
  } else {
    for (const part of shape.parts) {
      spotsOf(part, shape.across ? x : x + (shape.w - part.w) / 2, shape.across && !shape.grows ? y + (shape.h - part.h) / 2 : y, spots);
      if (shape.across) x += part.w + APART[0]; else y += part.h + APART[1];
    }
  }
  return spots;
}

/** The arrangements of those places of a table that are there: `plate`, as it lies, and others. */
export class Arrangements {
  /** @param {any[]} there @param {Layout} plate */
  constructor(there, plate) {
    const rising = new Set([...plate.places.values()].filter(place => place.row).map(place => place.group));
    const parts = partsOf(there, place => plate.reach(place), rising), [x0, y0, x1, y1] = enclosing(parts.map(one => one.box));
    const tight = new Layout([...plate.places.values()].map(place => ({ ...place, spread: together(place.spread) })));
    tight.measure({});
    this.plate = { w: x1 - x0, h: y1 - y0 };
    this.shapes = arrangements(parts, [plate, tight]);
  }

  /** By how much a shape is drawn larger than it is, in so much room. */
  scale({ w, h }, { wide, high }) { return Math.min(wide / (w + 2 * PAD), high / (h + 2 * PAD)); }

  /** The shape with the largest cards in so much room, in pixels. */
  fit(room) { return this.shapes.reduce((a, b) => (this.scale(b, room) > this.scale(a, room) * EQUAL ? b : a)); }

  /** Where a shape has each place, and how it is spread, if otherwise than on the plate. */
  moved(shape) { return spotsOf(shape); }
}

// Where things lie: geometry alone, in drawing units. Places come in card widths and heights.

import { ARROWS } from "./words.js";

export const CARD = { w: 50, h: 70 };
// What must show of a covered card for its value to be read, in widths and heights: with the ordinary index, and with the large.
const MORE = 6;      // cards for which a fan has room beyond those of its deal, drawn together
const ONE_ROW = [13, 20];      // cards of a fan, across and down, that lie in one row whatever room they take, where nothing lies beyond it
const ROW = 0.3;      // how far the second row of a long fan lies beside the first, in widths or heights
const LEAST = { small: [0.23, 0.21], large: [0.38, 0.41] };

/** Whether a place is on the table: some are only while they hold a card.
 *  @param {any} place @param {Record<string, unknown[]>} piles */
export const present = (place, piles) => !place.while_held || Boolean(piles[place.id]?.length);

/** Which cards of a pile are drawn, by their numbers from the bottom: all that are spread, of a packet the two uppermost. */
export const drawnOf = (place, n) => {
  const least = place.spread[0] || place.spread[1] ? 0 : Math.max(0, n - 2);
  return Array.from({ length: n - least }, (_, i) => least + i);
};

export class Layout {
  constructor(places) {
    this.places = new Map(places.map(place => [place.id, place]));
    this.rooms = new Map();
    this.index = "small";
    this.edges = [Infinity, Infinity, -Infinity, -Infinity];
    this.lowest = new Map();      // of each group that is dealt row by row the lowest row that has come
  }

  /** Whether a place is on the table now: some are only while they hold a card, some come with their row. */
  there(place, piles) { return present(place, piles) && (place.row ?? 0) <= (this.lowest.get(place.group) ?? 0); }

  /** Rows come when they are dealt, and stay until the game begins anew. */
  see(piles) {
    const now = new Map();
    for (const { id, group, row = 0 } of this.places.values()) {
      if (row && piles[id]?.length) now.set(group, Math.max(now.get(group) ?? 0, row));
    }
    for (const [group, row] of now) this.lowest.set(group, Math.max(this.lowest.get(group) ?? 0, row));
    for (const group of this.lowest.keys()) if (!now.has(group)) this.lowest.delete(group);
  }

  /** Where card i of n lies, with fans drawn together when they would run into something, and in rows where they could not be read. */
  spot(place, i, n) {
    const [dx, dy] = place.spread, inRow = this.inRow(place, n), k = this.squeeze(place, inRow), at = k * (i % inRow);
    const row = Math.floor(i / inRow) * ROW, down = Math.abs(dy) >= Math.abs(dx);
    return { x: (place.x + dx * at + (down ? row : 0)) * CARD.w, y: (place.y + dy * at + (down ? 0 : row)) * CARD.h, angle: place.angle };
  }

  /** How many of n cards lie in one row of a fan. */
  inRow(place, n) {
    const { most, free } = this.rooms.get(place.id) ?? { most: Infinity }, [dx, dy] = place.spread.map(Math.abs);
    const down = dy >= dx ? 1 : 0, least = LEAST[this.index][down];
    const fit = Math.max(free ? ONE_ROW[down] : 2, Math.floor(most / least + 1e-9) + 1);
    return n <= fit ? Math.max(n, 1) : Math.ceil(n / Math.ceil(n / fit));
  }

  /** Where the arrows lead from each place that is on the table, worked out anew when one comes or goes. */
  waysOn(piles) {
    const there = [...this.places.values()].filter(place => this.there(place, piles)), key = there.map(place => place.id).join();
    if (this.waysFor !== key) { this.waysFor = key; this.ways = waysOf(there); }
    return this.ways;
  }

  squeeze(place, n) {
    const [dx, dy] = place.spread.map(Math.abs), step = Math.max(dx, dy);
    if (n < 2 || !step) return 1;
    const { most, free } = this.rooms.get(place.id) ?? { most: Infinity }, least = LEAST[this.index][dy >= dx ? 1 : 0];
    const drawn = Math.min(step, most / (n - 1));
    return (free ? Math.max(drawn, Math.min(least, this.index === "large" ? least : step)) : drawn) / step;
  }

  /** Measure the room of every fan once, from what the deal lays there: the drawing does not jump later, nor when a page is reloaded. */
  measure(piles) {
    if (this.rooms.size) return;
    for (const place of this.places.values()) if (place.spread[0] || place.spread[1]) this.rooms.set(place.id, this.room(place, piles));
  }

  /** How far a fan may reach beyond its first card, in widths or heights, before it meets a neighbour; `free` if there is none,
   *  and the drawing may grow where values could not be read. */
  room(place, piles) {
    const [dx, dy] = place.spread, down = Math.abs(dy) >= Math.abs(dx), sign = Math.sign(down ? dy : dx);
    const along = p => sign * (down ? p.y : p.x), across = p => (down ? p.x : p.y);
    const longest = Math.max(...[...this.places.values()].filter(p => p.group === place.group)
      .map(p => p.dealt ?? piles[p.id]?.length ?? 0));
    const step = Math.abs(down ? dy : dx), least = LEAST.small[down ? 1 : 0];
    let most = Math.max((longest - 1) * step, (longest - 1 + MORE) * Math.min(step, least)), free = true;
    for (const other of this.places.values()) {
      const gap = along(other) - along(place);
      if (other !== place && !other.while_held && gap > 0.9 && Math.abs(across(other) - across(place)) < 0.95) {
        most = Math.min(most, gap - 1.04);
        free = false;
      }
    }
    return { most: Math.max(most, 0.12), free };
  }

  /** The box round a card at a spot, turned. */
  corners({ x, y, angle }) {
    const a = angle * Math.PI / 180, cx = x + CARD.w / 2, cy = y + CARD.h / 2;
    const across = (Math.abs(Math.cos(a)) * CARD.w + Math.abs(Math.sin(a)) * CARD.h) / 2;
    const down = (Math.abs(Math.sin(a)) * CARD.w + Math.abs(Math.cos(a)) * CARD.h) / 2;
    return [cx - across, cy - down, cx + across, cy + down];
  }

  box(place, piles) {
    const n = Math.max(1, piles[place.id]?.length ?? 1);
    const ends = [0, this.inRow(place, n) - 1, n - 1];
    return ends.map(i => this.corners(this.spot(place, i, n))).reduce(around);
  }

  /** The box of a place with the longest fan that it has room for. */
  reach(place) {
    const { most = 0 } = this.rooms.get(place.id) ?? {}, [dx, dy] = place.spread, far = most / (Math.max(Math.abs(dx), Math.abs(dy)) || 1);
    const { x, y, angle } = place, ends = [0, far].map(n => ({ x: (x + dx * n) * CARD.w, y: (y + dy * n) * CARD.h, angle }));
    return ends.map(end => this.corners(end)).reduce(around);
  }

  /** The whole drawing as x, y, width, height. It holds every fan at its longest from the deal on, so that nothing jumps; only where
   *  values could not be read any more it grows. */
  frame(piles, pad = 5) {
    const edges = this.edges;
    for (const place of this.places.values()) {
      if (!this.there(place, piles)) continue;
      const [x0, y0, x1, y1] = around(this.box(place, piles), this.reach(place));
      edges[0] = Math.min(edges[0], x0); edges[1] = Math.min(edges[1], y0);
      edges[2] = Math.max(edges[2], x1); edges[3] = Math.max(edges[3], y1);
    }
    return [edges[0] - pad, edges[1] - pad, edges[2] - edges[0] + 2 * pad, edges[3] - edges[1] + 2 * pad];
  }
}

/** The box round two boxes. */
const around = (a, b) => [Math.min(a[0], b[0]), Math.min(a[1], b[1]), Math.max(a[2], b[2]), Math.max(a[3], b[3])];

/** For each place, the place that each arrow key leads to: the nearest that way, in the shape of the plate.
 *  Where that would leave a place out of reach, the arrow of some neighbour leads to it instead: from
 *  every place the arrows come to every other. */
export function waysOf(places) {
  const ways = new Map(places.map(place => [place.id, {}])), steps = [];
  for (const a of places) {
    for (const b of places) {
      for (const [key, [dx, dy]] of Object.entries(ARROWS)) {
        const x = (b.x - a.x) * CARD.w, y = (b.y - a.y) * CARD.h, along = x * dx + y * dy, across = Math.abs(x * dy) + Math.abs(y * dx);
        if (a !== b && along > 0) steps.push({ from: a.id, to: b.id, key, cost: along + 2.5 * across, near: along > 4
          && across < 4 * along });
      }
    }
  }
  steps.sort((a, b) => a.cost - b.cost);
  for (const { from, to, key, near } of steps) if (near) ways.get(from)[key] ??= to;
  const start = places[0]?.id;
  for (let gained = true; gained;) {
    gained = false;
    const out = reach(ways, start), back = reach(turned(ways), start);
    for (const { from, to, key } of steps) {
      if (!(out.has(from) && !out.has(to)) && !(back.has(to) && !back.has(from))) continue;
      const way = ways.get(from), before = way[key];
      way[key] = to;
      gained = reach(ways, start).size + reach(turned(ways), start).size > out.size + back.size;
      if (gained) break;
      before === undefined ? delete way[key] : way[key] = before;
    }
  }
  return ways;
}

/** Every place that steps from one lead to. */
function reach(ways, start) {
  const seen = new Set([start]), next = [start];
  while (next.length) {
    for (const place of Object.values(ways.get(next.pop()) ?? {})) if (!seen.has(place)) { seen.add(place); next.push(place); }
  }
  return seen;
}

/** The same steps, backwards. */
function turned(ways) {
  const back = new Map([...ways.keys()].map(id => [id, []]));
  for (const [from, way] of ways) for (const to of Object.values(way)) back.get(to).push(from);
  return back;
}

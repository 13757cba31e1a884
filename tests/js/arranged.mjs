// Tables in rooms of several shapes: whether an arrangement keeps what belongs together, lets nothing lie on anything else, and shows
// every fan. Called by tests/test_arranging.py with a table a line; gives the widths of cards, in pixels, and what is wrong.

import { createInterface } from "node:readline";

const js = name => import(`../../cadogan/board/js/${name}.js`);
const { Arrangements } = await js("arranging");
const { CARD, Layout } = await js("layout");

const meet = (a, b) => a[0] < b[2] - 3 && b[0] < a[2] - 3 && a[1] < b[3] - 3 && b[1] < a[3] - 3;

/** Two places that lie on one another in this layout, each with its longest fan; those that do so on the plate are let be. */
function overlapping(there, layout, plate) {
  const boxes = new Map(there.map(({ id }) => [id, layout.reach(layout.places.get(id))]));
  for (const a of there) {
    for (const b of there) {
      if (a.id < b.id && meet(boxes.get(a.id), boxes.get(b.id)) && !meet(plate.reach(a), plate.reach(b))) return `${a.id} lies on ${b.id}`;
    }
  }
  return null;
}

/** Places of tied groups of which two no longer lie to each other as on the plate. */
function parted(there, layout) {
  const [first, ...tied] = there.filter(place => place.tied).map(place => [place, layout.places.get(place.id)]);
  const off = ([was, is]) => [is.x - was.x, is.y - was.y];
  return tied.find(one => off(one).some((by, i) => Math.abs(by - off(first)[i]) > 0.01))?.[0].id;
}

const widths = {}, wrong = [];
for await (const line of createInterface({ input: process.stdin })) {
  const { slug, places, piles, rooms } = JSON.parse(line), plate = new Layout(places);
  plate.see(piles);
  plate.measure(piles);
  const there = [...plate.places.values()].filter(place => plate.there(place, piles)), of = new Arrangements(there, plate);
  widths[slug] = {};
  for (const [name, ways] of Object.entries(rooms)) {
    const [best] = ways.map(([wide, high]) => ({ room: { wide, high }, shape: of.fit({ wide, high }) }))
      .sort((a, b) => of.scale(b.shape, b.room) - of.scale(a.shape, a.room));
    const spots = of.moved(best.shape), layout = new Layout(there.map(place => ({ ...place, ...spots.get(place.id) })));
    layout.see(piles);
    layout.measure(piles);
    const [, , wide, high] = layout.frame(piles);
    widths[slug][name] = Math.round(Math.min(best.room.wide / wide, best.room.high / high) * CARD.w * 10) / 10;
    const faults = [spots.size < there.length && "a place is missing", overlapping(there, layout, plate), parted(there, layout)];
    for (const fault of faults) if (fault) wrong.push(`${slug}, ${name}: ${fault}`);
  }
}
console.log(JSON.stringify({ widths, wrong }));

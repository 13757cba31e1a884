// What a link may hold, and the reason with which one that holds anything else is refused: whoever opens it may have it from anybody.

import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { test } from "node:test";
import { deflateRawSync } from "node:zlib";

const { linkTo, readLink } = await import("../../cadogan/board/links.mjs");

const GAME = { format: 1, game: "fortress", deal: 1914, moves: ["l1-l2"], readings: {} };
const ROUND = { format: 1, game: "cooncan", players: 4, options: {}, seed: 3, cards: "", actions: [] };
const SEATS = ["you", "rule", "rule", "rule"];
const HURT = "<img src=x onerror='window.hurt=1'>";

const plain = text => `#play=j${Buffer.from(text).toString("base64url")}`;
const packed = text => `#play=z${deflateRawSync(text).toString("base64url")}`;
const whole = data => packed(JSON.stringify(data));
const game = parts => whole({ ...GAME, ...parts });
const round = (parts, more) => whole({ round: { ...ROUND, ...parts }, seats: SEATS, ...more });

test("a link holds a game of either kind", async () => {
  for (const one of [GAME, { ...GAME, cards: "5H", rules: "x", variant: "y" }, { round: ROUND, seats: SEATS }]) {
    const link = await linkTo(one, "http://localhost/fortress.html");
    assert.deepEqual(await readLink(new URL(link).hash), one);
    assert.deepEqual(await readLink(`${new URL(link).hash}.`), one, "a full stop belongs to the sentence");
  }
});

test("a link of signs that no link has is refused at once, however long it is", async () => {
  for (const [signs, said] of [[30_000, "signs that no link has"], [2_000_000, "2,000,007 characters long"]]) {
    const begun = performance.now();
    await assert.rejects(readLink(`#play=${",".repeat(signs)}x`), ({ message }) => message.includes(said));
    assert.ok(performance.now() - begun < 2_000, `${signs} signs`);
  }
});

for (const [link, said] of [
  ["#other", "not a link to a game"],
  ["#play=", "signs that no link has"],
  ["#play=q!!", "signs that no link has"],
  ["#play=zAAAA", "damaged"],
  ["#play=xAAAAAAAAAAAAAAAAAAAA", "unknown way"],
  [game().slice(0, -9), "damaged"],
  [plain(new Uint8Array([0xff, 0xfe])), "damaged"],
  [plain("[".repeat(20_000)), "damaged"],
  [packed(`{"format":1,"moves":[${'"l1-f1",'.repeat(3_000_000)}""]}`), "more than any game needs"],
  [`#play=z${"A".repeat(200_000)}`, "characters long"],
  [whole([]), "no object"],
  [whole(null), "no object"],
  [game({ more: 1 }), "does not know"],
  [packed('{"format":1,"game":"fortress","deal":1,"__proto__":{}}'), "does not know"],
  [game({ format: 2 }), "a format that"],
  [game({ game: "../evil" }), "names no game"],
  [game({ game: "<script>alert(1)</script>" }), "names no game"],
  ...[1e30, "1", -1, 1.5].map(deal => [game({ deal }), "its deal"]),
  [game({ moves: "l9-f1" }), "not a list"],
  [game({ moves: [1] }), "not short texts"],
  [game({ moves: ["a".repeat(300)] }), "not short texts"],
  [game({ moves: Array(6000).fill("l9-f1") }), "more than 5,000"],
  [game({ readings: ["a"] }), "readings"],
  [game({ readings: { a: 1 } }), "readings"],
  [game({ cards: [1] }), "cards"],
  [game({ rules: 5 }), "rules"],
  [game({ rules: "a".repeat(30_000) }), "rules"],
  [round({ game: HURT }), "names no game"],
  [round({ seed: 1e30 }), "its deal"],
  [round({ actions: [1] }), "not short texts"],
  [round({ actions: "draw" }), "not a list"],
  [round({ actions: Array(6000).fill("draw") }), "more than 5,000"],
  [round({ format: 2 }), "a format that"],
  [round({ players: 1e9 }), "its players"],
  [round({ options: { a: {} } }), "options"],
  [round({ more: 1 }), "does not know"],
  [round({}, { rules: "import os" }), "does not know"],
  [round({}, { seats: ["you", "rule"] }), "who sits"],
  [round({}, { seats: SEATS.map(() => HURT.repeat(9)) }), "who sits"],
  [round({}, { seats: undefined }), "who sits"],
  [round({}, { round: [] }), "no object"],
  [round({}, { round: null }), "no object"],
]) test(`${link.slice(0, 60)} is refused: ${said}`, async () => {
  await assert.rejects(readLink(link), ({ message }) => message.includes(said));
});

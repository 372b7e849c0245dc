// Where the words of findings stand in a text, while it changes: as looking for each of them anew would say.

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Finding } from "../src/api/types";
import { Places } from "../src/views/manuscript/places";

const SENTENCES = ["The wall stood. ", "😀 Nobody asked it. ", "The gulls said “No”. ", "A sea, a sea. ", "\n\n"];

function finding(id: string, version: number, quote: string, start: number, line: number | null = null): Finding {
  const quotation = { quote, start, end: start + [...quote].length };
  return { id, documentVersion: version, quotation, line } as unknown as Finding;
}

/** Characters, as the service counts, of a position in units. */
const characters = (text: string, at: number): number => [...text.slice(0, at)].length;

const wordsAt = (text: string, place: { from: number; to: number } | undefined) =>
  place && text.slice(place.from, place.to);

test("findings of the present text stand where they were read, with their lines", () => {
  const text = "😀 One.\n\nTwo gulls.\n\nA gull.";
  const at = text.indexOf("gull.");
  const found = new Places().of([finding("a", 3, "gull.", characters(text, at))], text, 3);
  assert.deepEqual(found.get("a"), { from: at, to: at + 5, line: 5 });
});

test("of the same words those nearest to the line or the position are meant", () => {
  const text = "A gull.\nOne gull.\nThe gull.\nNo gull.";
  const all = [
    finding("near the line", 1, "gull", 0, 3),
    finding("near the position", 1, "gull", 13),
    finding("short", 1, "No", 0),
    finding("gone", 1, "albatross", 4),
    finding("beyond the end", 1, "gull", 10_000),
  ];
  const found = new Places().of(all, text, 2);
  assert.equal(found.get("near the line")?.line, 3);
  assert.equal(found.get("near the position")?.line, 2);
  assert.equal(wordsAt(text, found.get("short")), "No");
  assert.equal(found.has("gone"), false);
  assert.equal(found.get("beyond the end")?.line, 4);
});

test("words stay with their place while the text changes around them, go with it, and come back", () => {
  const places = new Places();
  const text = "A gull and a gull.";
  const all = [finding("second", 1, "gull", text.lastIndexOf("gull")), finding("first", 1, "A gull", 0)];
  places.of(all, text, 1);
  const longer = `More before. ${text}`;
  const moved = places.of(all, longer, 2);
  assert.equal(moved.get("second")?.from, longer.lastIndexOf("gull"));
  assert.equal(moved.get("first")?.from, longer.indexOf("A gull"));

  const without = "More before.  and a tern.";
  const gone = places.of(all, without, 3);
  assert.equal(gone.size, 0);
  const again = "More before. A gull and a tern.";
  const back = places.of(all, again, 4);
  assert.equal(wordsAt(again, back.get("first")), "A gull");
  assert.equal(wordsAt(again, back.get("second")), "gull");
});

test("after many random changes each finding has its words, and none is missed that stands somewhere", () => {
  let state = 7;
  const random = (below: number) => (state = (state * 48_271) % 2_147_483_647) % below;
  let text = Array.from({ length: 400 }, () => SENTENCES[random(SENTENCES.length)]).join("");
  const quotes = ["wall stood", "Nobody", "😀", "“No”", "sea", "a sea. ", "gulls said “No”", "not in it"];
  const all = Array.from({ length: 60 }, (_, index) => {
    const quote = quotes[random(quotes.length)] ?? "";
    return finding(String(index), 1, quote, characters(text, Math.max(text.indexOf(quote, random(text.length)), 0)));
  }).filter(({ quotation }) => quotation?.quote !== "not in it" || quotation.start === 0);
  const places = new Places();
  for (let version = 2; version < 200; version += 1) {
    const from = random(text.length);
    const insert = random(2) === 0 ? "" : (SENTENCES[random(SENTENCES.length)] ?? "");
    text = (text.slice(0, from) + insert + text.slice(from + random(30))).replace(/[\ud800-\udfff]/gu, "");
    const found = places.of(all, text, version);
    for (const { id, quotation } of all) {
      const quote = quotation?.quote ?? "";
      assert.equal(wordsAt(text, found.get(id)), text.includes(quote) ? quote : undefined, `${quote} in ${text}`);
    }
  }
});

import { describe, expect, it } from "vitest";
import { getBase, hasRightToLeft, splitPieces, toVisualOrder } from "./bidi.ts";

/** Capitals are Hebrew letters, א for A and so on, so that the examples can be read in either direction. */
const toHebrew = (text: string) =>
  text.replace(/[A-Z]/g, (letter) => String.fromCodePoint(0x05d0 + letter.charCodeAt(0) - 65));
const toLatin = (text: string) =>
  text.replace(/[\u05d0-\u05ea]/g, (letter) => String.fromCharCode(65 + letter.codePointAt(0)! - 0x05d0));

/** What is seen from left to right; letters from right to left are turned around by the font, here by hand. */
function drawnText(text: string): string {
  const written = toHebrew(text);
  return toVisualOrder(splitPieces(written), getBase(written))
    .map((piece) => (piece.direction === "right" ? [...piece.text].reverse().join("") : piece.text))
    .map(toLatin)
    .join("");
}

describe("the order in which a line is drawn", () => {
  it.each([
    ["nothing to turn (at all) 1,5", "nothing to turn (at all) 1,5"],
    ["ABC", "CBA"],
    ["ABC DEF", "FED CBA"],
    ["say ABC DEF to", "say FED CBA to"],
    ["ABC say it DEF", "FED say it CBA"],
    // Numbers stay as they are, and go with the letters around them.
    ["ABC 12 DEF", "FED 12 CBA"],
    ["ABC 1,500.25", "1,500.25 CBA"],
    ["ABC 10:30 DEF 2027", "2027 FED 10:30 CBA"],
    ["take 2 of ABC", "take 2 of CBA"],
    ["ABC: 2 DEF paracetamol 500 mg, 3 GHI", "IHG paracetamol 500 mg, 3 FED 2 :CBA"],
    // Brackets show what they hold.
    ["ABC (DEF) GHI", "IHG (FED) CBA"],
    ["mum (ABC DEF) 3 times", "mum (FED CBA) 3 times"],
    ["ABC (def) GHI", "IHG (def) CBA"],
    ["ABC [12)", "(12] CBA"],
    ["ABC 67%. DEF", "FED .67% CBA"],
    ["Aـ: bc", "bc :ـA"],
    ["ABC!", "!CBA"],
    ["ABC?!", "!?CBA"],
  ])("of %j shows %j", (text, expected) => {
    expect(drawnText(text)).toBe(expected);
  });

  it("keeps every letter of any line", () => {
    const text = toHebrew("«ABC» 1/2 (x [DEF} é) ـالـ ٣٫٥ …");
    const letters = (of: string) => [...of].filter((letter) => !/[()[\]{}«»]/.test(letter)).sort();
    const drawn = toVisualOrder(splitPieces(text), getBase(text))
      .map((piece) => piece.text)
      .join("");
    expect(letters(drawn)).toEqual(letters(text));
  });
});

it.each([
  ["plain", false],
  ["12 (), é", false],
  ["Ганна", false],
  ["with שלום", true],
  ["علي", true],
])("%j has letters from right to left: %s", (text, expected) => {
  expect(hasRightToLeft(text)).toBe(expected);
});

import { expect, it } from "vitest";
import { placeSideBySide } from "./side-by-side.ts";

it("texts of both directions keep their own, and others stay letter by letter", () => {
  expect(placeSideBySide(["ramipril", "", "5 mg"])).toBe("ramipril 5 mg");
  expect(placeSideBySide(["باراسيتامول", "500 mg"], ", ")).toBe(
    "\u2068باراسيتامول\u2069, \u2068500 mg\u2069",
  );
  expect(placeSideBySide(["paracetamol", "٥٠٠ ملغ"])).toBe("\u2068paracetamol\u2069 \u2068٥٠٠ ملغ\u2069");
});

import { describe, expect, it } from "vitest";
import { toOneLine } from "./names.ts";

describe("a name in a letter", () => {
  it.each(["https://evil.example/x", "Visit evil.example now", "a@evil.example", "www.evil.example"])(
    "is no link, whatever somebody calls themselves: %s",
    (name) => {
      const shown = toOneLine(name);
      expect(shown.replaceAll("\u200b", "")).toBe(name);
      expect(shown).not.toMatch(/evil\.example|:\/\/|@evil/);
    },
  );

  it.each(["Anna Keller", "Dr. Lee", "Rosa's notebook", "J. R. R.", "3 p.m"])(
    "stays readable: %s",
    (name) => {
      expect(toOneLine(name).replaceAll("\u200b", "")).toBe(name);
    },
  );
});

import { expect, it } from "vitest";
import { countries, countryName } from "./countries.ts";

it("CORE-126 lists every country once, by name, in order", () => {
  const list = countries("en");
  expect(list.length).toBeGreaterThanOrEqual(110);
  expect(new Set(list.map(({ value }) => value)).size).toBe(list.length);
  expect(list.every(({ value, label }) => /^[A-Z]{2}$/.test(value) && label !== value)).toBe(true);
  expect(list.map(({ label }) => label)).toEqual(
    list.map(({ label }) => label).sort((a, b) => a.localeCompare(b, "en")),
  );
  expect(list).toContainEqual({ value: "DE", label: "Germany" });
});

it("names a country, and leaves alone what is none", () => {
  expect([countryName("DE"), countryName("??")]).toEqual(["Germany", "??"]);
});

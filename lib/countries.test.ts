import { expect, it } from "vitest";
import { spec } from "../test/spec.ts";
import { getCountries, getCountryName } from "./countries.ts";

it("lists every country once, by name, in order", { tags: spec("CORE-126") }, () => {
  const list = getCountries("en");
  // The specification's about 110 are all of ISO 3166-1 by decision ("Notebooks").
  expect(list).toHaveLength(249);
  expect(new Set(list.map(({ value }) => value)).size).toBe(list.length);
  expect(list.every(({ value, label }) => /^[A-Z]{2}$/.test(value) && label !== value)).toBe(true);
  expect(list.map(({ label }) => label)).toEqual(
    list.map(({ label }) => label).sort((a, b) => a.localeCompare(b, "en")),
  );
  expect(list).toContainEqual({ value: "DE", label: "Germany" });
});

it("names a country by its code, and returns an unknown code unchanged", () => {
  expect([getCountryName("DE"), getCountryName("??")]).toEqual(["Germany", "??"]);
});

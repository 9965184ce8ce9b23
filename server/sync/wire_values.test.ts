import { expect, it } from "vitest";
import { spec } from "../../test/spec.ts";
import { readWireValue } from "./wire_values.ts";

it("accepts field names of up to 1024 characters, and refuses longer ones with the name of the field around them", {
  tags: spec("CORE-644"),
}, () => {
  const longest = "a".repeat(1024);
  expect(readWireValue({ [longest]: 1 })).toEqual({ [longest]: 1 });
  expect(() => readWireValue({ personInfo: { [`${longest}a`]: 1 } })).toThrow(
    "The information about the person has an entry whose name isn't allowed",
  );
});

it("refuses values that can't be stored or are reserved inside the program", () => {
  for (const value of ["a\0b", "\ud800", { $secret: 1 }, JSON.parse('{"__proto__": 1}')]) {
    expect(() => readWireValue({ title: value })).toThrow(/^The title /);
  }
});

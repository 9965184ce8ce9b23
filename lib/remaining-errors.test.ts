import { expect, it } from "vitest";
import { findRemainingErrors } from "./remaining-errors.ts";

it("removes the message of a corrected field, keeps the others and adds none", () => {
  const shown: { title?: string; region?: string; date?: string } = {
    title: "Please enter a title",
    region: "Country/region is required",
  };
  expect(findRemainingErrors(shown, { title: "Please enter a title", date: "Enter a full date" })).toEqual({
    title: "Please enter a title",
  });
  expect(findRemainingErrors(shown, {})).toEqual({});
});

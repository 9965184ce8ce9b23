import { expect, it } from "vitest";
import { CareError } from "./errors.ts";

it("an expected error has the name of its sentence for screens, and the sentence in English for all others", () => {
  const error = new CareError("invalid", { key: "commentrules.tooLong", values: { most: 10 } });
  expect(error).toMatchObject({
    message: "A comment may have at most 10 characters",
    key: "commentrules.tooLong",
    values: { most: 10 },
  });
});

it("an expected error has a code for programs and a message for people", () => {
  const error = new CareError("access-denied", { key: "refusals.denied" });
  expect(error).toBeInstanceOf(Error);
  expect({ name: error.name, code: error.code, message: error.message }).toEqual({
    name: "CareError",
    code: "access-denied",
    message: "Access denied",
  });
});

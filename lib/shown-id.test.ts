import { expect, it } from "vitest";
import { getShownId } from "./shown-id.ts";

const _id = "01a1fd8e-2f97-7534-966e-036b2bd9032c";

it.each([
  ["CORE-030 WORK-026", "abc234", "abc234"],
  ["CORE-031 WORK-027", null, _id],
  ["CORE-031 WORK-027", undefined, _id],
  ["CORE-031 WORK-027", "", _id],
])("%s with the short id %j an address shows %s", (_, shortId, shown) => {
  expect(getShownId({ _id, shortId })).toBe(shown);
});

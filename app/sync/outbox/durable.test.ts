import { expect, it } from "vitest";
import { functions } from "../../../registry/functions.ts";
import { DURABLE_PATHS } from "./durable.ts";

it("sends through the outbox what the server declares durable", () => {
  const declared = [...functions]
    .filter(([, { isDurable }]) => isDurable)
    .map(([name]) => name.replace(".", ":"));
  expect([...DURABLE_PATHS].sort()).toEqual(declared.sort());
});

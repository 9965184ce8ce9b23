import { expect, it } from "vitest";
import { functions } from "../../../registry/functions.ts";
import { DURABLE_PATHS } from "./durable.ts";

it("sends through the outbox only what the server declares durable, and all of it but doses", () => {
  const declared = [...functions]
    .filter(([, { isDurable }]) => isDurable)
    .map(([name]) => name.replace(".", ":"));
  const elsewhere = declared.filter((name) => name.startsWith("doses:"));
  expect([...DURABLE_PATHS, ...elsewhere].sort()).toEqual(declared.sort());
});

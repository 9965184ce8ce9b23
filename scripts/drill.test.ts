import { access } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { ROOT } from "../server/root.ts";
import { DRILLS } from "./drill/drills.ts";

it.each(Object.entries(DRILLS))("the drill %s runs files that exist", async (_, { command: [, ...args] }) => {
  const paths = args.filter((arg) => arg.includes("/"));
  expect(paths.length).toBeGreaterThan(0);
  for (const path of paths) await access(join(ROOT, path));
});

import { expect, it } from "vitest";
import { isPagePath, PAGE_PATHS } from "../server/http/page_paths.ts";
import { createAppRouter } from "./router.tsx";

it("the server knows exactly the addresses that the router has", () => {
  // "/$" takes what no other route does.
  const paths = Object.keys(createAppRouter().routesByPath).filter((path) => path !== "/$");
  const examplePath = (path: string) =>
    path.replaceAll(/\$[a-zA-Z]+/g, "x1y2z3").replace(/\$$/, "anything/at/all");
  expect(paths.length).toBeGreaterThan(30);
  for (const path of paths) expect(isPagePath(examplePath(path)), path).toBe(true);
  const known = new Set(paths.map((path) => path.replace(/(.)\/$/, "$1")));
  for (const path of PAGE_PATHS) expect(known, path).toContain(path);
});

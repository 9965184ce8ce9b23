import { expect, it } from "vitest";
import { formatOperatorCommand, prefixIn } from "./command_line.ts";

it.each([
  ["sources", [], "npm run admin --"],
  ["sources in a container", ["/.dockerenv"], "npm run admin --"],
  ["a release archive", ["/opt/carediary/carediary"], "carediary admin"],
  [
    "the container's image",
    ["/.dockerenv", "/opt/carediary/carediary"],
    "docker compose exec carediary /opt/carediary/carediary admin",
  ],
])("the operator's command in %s", (_, files, command) => {
  expect(prefixIn("/opt/carediary", (path) => files.includes(path))).toBe(command);
});

it("names the command of the sources here", () => {
  expect(formatOperatorCommand("doctor")).toBe("npm run admin -- doctor");
});

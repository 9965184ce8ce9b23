import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { getScopes } from "../server/access/scopes.ts";
import { describeApi } from "../server/functions/openapi.ts";
import { functions } from "./functions.ts";

const FILE = join(import.meta.dirname, "..", "docs", "openapi.json");

it("docs/openapi.json is current; `npm run openapi` writes it", async () => {
  expect(JSON.parse(await readFile(FILE, "utf8"))).toEqual(
    JSON.parse(JSON.stringify(describeApi(functions))),
  );
});

it("describes every function at its own path, with its limits, its result and the scopes that it needs", () => {
  const { paths } = JSON.parse(JSON.stringify(describeApi(functions)));
  const described = Object.keys(paths)
    .filter((path) => path.startsWith("/api/run/"))
    .map((path) => path.slice("/api/run/".length).replace("/", "."));
  expect(described.sort()).toEqual([...functions.keys()].sort());
  const bodyOf = (content: Record<string, { schema: { properties: object } }>) =>
    content["application/json"]!.schema.properties;
  const { post: createNote } = paths["/api/run/notes/createNote"];
  expect(bodyOf(createNote.requestBody.content)).toMatchObject({
    args: { properties: { title: { maxLength: 200 } } },
  });
  expect(createNote["x-scopes"]).toEqual(["notes:write"]);
  expect(createNote.parameters).toEqual([{ $ref: "#/components/parameters/IdempotencyKey" }]);
  const { post: listMembers } = paths["/api/run/members/listMembers"];
  expect(bodyOf(listMembers.responses[200].content)).toMatchObject({
    value: { items: { properties: { joinedAt: { type: "number" } }, additionalProperties: false } },
  });
  for (const [name, { kind }] of functions) {
    const { post } = paths[`/api/run/${name.replace(".", "/")}`];
    expect(post.security, name).toEqual([
      ...(getScopes(name, kind) ? [{ accessToken: [] }] : []),
      { token: [] },
    ]);
  }
});

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { describeApi } from "../server/functions/openapi.ts";
import { functions } from "./functions.ts";

const FILE = join(import.meta.dirname, "..", "docs", "openapi.json");

it("docs/openapi.json is current; `npm run openapi` writes it", async () => {
  expect(JSON.parse(await readFile(FILE, "utf8"))).toEqual(
    JSON.parse(JSON.stringify(describeApi(functions))),
  );
});

it("describes every function, with its limits", () => {
  const { paths } = JSON.parse(JSON.stringify(describeApi(functions)));
  const described = Object.values(paths).flatMap((path) => choices(path).map(({ title }) => title));
  expect(described.sort()).toEqual([...functions.keys()].sort());
  const createNote = choices(paths["/api/mutation"]).find(({ title }) => title === "notes.createNote");
  expect(createNote?.properties.path.const).toBe("notes:createNote");
  expect(createNote?.properties.args).toMatchObject({ properties: { title: { maxLength: 200 } } });
  const answers = Object.values(paths).flatMap((path) => answersOf(path));
  expect(answers.map(({ title }) => title).sort()).toEqual([...functions.keys()].sort());
  const listMembers = answers.find(({ title }) => title === "members.listMembers");
  expect(listMembers?.properties.value).toMatchObject({
    items: { properties: { joinedAt: { type: "number" } }, additionalProperties: false },
  });
});

type Answer = { title: string; properties: { value: object } };

function answersOf(path: unknown): Answer[] {
  const { post } = path as {
    post: { responses: { 200: { content: { "application/json": { schema: { anyOf: Answer[] } } } } } };
  };
  return post.responses[200].content["application/json"].schema.anyOf;
}

type Choice = { title: string; properties: { path: { const: string }; args: object } };

function choices(path: unknown): Choice[] {
  const { post } = path as {
    post: { requestBody: { content: { "application/json": { schema: { oneOf: Choice[] } } } } };
  };
  return post.requestBody.content["application/json"].schema.oneOf;
}

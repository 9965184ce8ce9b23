import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createConfig, lintFromString } from "@redocly/openapi-core";
import { Validator } from "@seriousme/openapi-schema-validator";
import { OpenAPIClientAxios } from "openapi-client-axios";
import { generate } from "openapi-typescript-codegen";
import { build } from "vite";
import { afterAll, beforeAll, expect, it } from "vitest";
import { accessTokenOf } from "../access-tokens.ts";
import { careTeam, noteArguments } from "../people.ts";
import { type Service, startService } from "../service.ts";

/** Independent programs read the description of the API, and two generators of clients make one that calls this server. */

let service: Service;
let source: string;
beforeAll(async () => {
  service = await startService();
  source = await (await fetch(`${service.url}/api/openapi.json`)).text();
});
afterAll(() => service.close());

it("passes a linter with its recommended rules, with servers and a licence", async () => {
  const config = await createConfig({
    extends: ["recommended"],
    rules: { "info-license-strict": "error", "no-empty-servers": "error" },
  });
  const problems = await lintFromString({ source, absoluteRef: "/openapi.json", config });
  expect(problems.map(({ ruleId, message }) => `${ruleId}: ${message}`)).toEqual([]);
});

it("is valid by the schema of OpenAPI 3.1", async () => {
  const result = await new Validator().validate(JSON.parse(source));
  expect(result.errors ?? []).toEqual([]);
  expect(result.valid).toBe(true);
});

/** Calls a function of the API by its name in the description, with its arguments; resolves to its value. */
type Call = (operation: string, args: object) => Promise<unknown>;

/** Ten functions of several rooms, each with what it changed or returns. */
async function callTen(call: Call, diaryId: string): Promise<void> {
  const note = noteArguments(diaryId, { title: "From a program" });
  const noteId = await call("notes_createNote", note);
  expect(await call("notes_getNote", { noteId })).toMatchObject({ title: note.title });
  const commentId = await call("comments_createComment", {
    diaryId,
    targetType: "note",
    targetId: noteId,
    content: "Good",
    mentions: [],
  });
  expect(commentId).toEqual(expect.any(String));
  expect(await call("comments_listComments", { targetType: "note", targetId: noteId })).toHaveLength(1);
  const taskId = await call("tasks_createTask", { diaryId, title: "Turn her" });
  await call("tasks_updateTask", { taskId, status: "completed" });
  expect(await call("tasks_getTask", { taskId })).toMatchObject({ status: "completed" });
  expect(await call("members_listMembers", { diaryId })).not.toHaveLength(0);
  expect(await call("notes_listNoteTags", { diaryId })).toEqual([]);
  expect(await call("diaries_getDiary", { diaryId })).toMatchObject({ _id: diaryId });
}

async function teamWithToken() {
  const { owner, diaryId } = await careTeam(service);
  const { token } = await accessTokenOf(service, owner.userId);
  return { token, diaryId };
}

it("generates a TypeScript client that calls ten functions", async () => {
  const { token, diaryId } = await teamWithToken();
  const output = await mkdtemp(join(tmpdir(), "carediary-openapi-"));
  try {
    await generate({ input: JSON.parse(source), output, httpClient: "fetch" });
    await build({
      configFile: false,
      root: output,
      logLevel: "silent",
      build: { lib: { entry: "index.ts", formats: ["es"], fileName: () => "client.mjs" }, minify: false },
    });
    const { DefaultService, OpenAPI } = await import(/* @vite-ignore */ join(output, "dist/client.mjs"));
    Object.assign(OpenAPI, { BASE: service.url, TOKEN: token });
    await callTen(async (operation, args) => {
      const [room, name] = operation.split("_") as [string, string];
      const answer = await DefaultService[`${room}${name[0]!.toUpperCase()}${name.slice(1)}`]({ args });
      expect(answer.status).toBe("success");
      return answer.value;
    }, diaryId);
  } finally {
    await rm(output, { recursive: true, force: true });
  }
});

it("makes a client at run time that calls ten functions", async () => {
  const { token, diaryId } = await teamWithToken();
  const api = new OpenAPIClientAxios({
    definition: JSON.parse(source),
    axiosConfigDefaults: { baseURL: service.url, headers: { authorization: `Bearer ${token}` } },
  });
  const client = (await api.init()) as unknown as Record<
    string,
    (parameters: null, body: object) => Promise<{ data: { status: string; value: unknown } }>
  >;
  await callTen(async (operation, args) => {
    const { data } = await client[operation]!(null, { args });
    expect(data.status).toBe("success");
    return data.value;
  }, diaryId);
});

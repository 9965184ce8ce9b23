import { execFile, spawn } from "node:child_process";
import { readFile, rm, writeFile } from "node:fs/promises";
import { type AddressInfo, createServer } from "node:net";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { deliverMessages } from "../features/webhooks/server/deliver.ts";
import { SOURCES } from "../features/webhooks/server/events.ts";
import { EXAMPLE_IDS } from "../lib/example-ids.ts";
import { EVENT_KINDS, EVENT_TYPES } from "../lib/webhook-events.ts";
import { functions } from "../registry/functions.ts";
import { createLog } from "../server/log.ts";
import { createWebhookSecret, signWebhook } from "../server/outgoing/webhook.ts";
import { accessTokenOf } from "./access-tokens.ts";
import { api, createNote, createNotebook, createPerson, type TestPerson } from "./people.ts";
import { proofFor } from "./proofs.ts";
import { type Service, startService } from "./service.ts";
import { webhookOf } from "./webhooks.ts";

const run = promisify(execFile);
/** They run until they are stopped, so they have tests of their own. */
const RECEIVER = "Receive reminders";
const OF_CHANGES = "Be told of changes";
const ROOT = join(import.meta.dirname, "..");

/** A piece of code of the page, with the heading above it. */
type Recipe = { title: string; language: string; code: string };

const recipes: Recipe[] = [];
let heading = "";
const page = await readFile(join(ROOT, "docs", "programs.md"), "utf8");
for (const [, title, language, code] of page.matchAll(/^## (.+)$|^```(\w+)\n([\s\S]*?)^```$/gm)) {
  if (title) heading = title;
  else if (language !== "json") recipes.push({ title: heading, language: language!, code: code! });
}

let service: Service;
let owner: TestPerson;
let env: Record<string, string>;
beforeAll(async () => {
  service = await startService({ outgoing: { allow: ["127.0.0.1"] } });
  owner = await createPerson(service, "Olga Owner");
  const diaryId = await createNotebook(owner);
  const noteId = await createNote(owner, diaryId);
  const taskId = await owner.http.mutation(api.tasks.createTask, { diaryId, title: "Turn her" });
  const { token } = await accessTokenOf(service, owner.userId);
  env = { SERVER: service.url, TOKEN: token, NOTEBOOK: diaryId, NOTE: noteId, TASK: taskId };
});
afterAll(() => service.close());

/** What a recipe prints. */
async function outputOf({ language, code }: Recipe): Promise<string> {
  const options = { cwd: ROOT, env: { ...process.env, ...env }, timeout: 60_000 };
  if (language === "sh") return (await run("bash", ["-euo", "pipefail", "-c", code], options)).stdout;
  // Inside of the tree, where it finds the packages.
  const file = join(ROOT, `recipe-${process.pid}.ts`);
  await writeFile(file, code);
  try {
    return (await run(process.execPath, [file], options)).stdout;
  } finally {
    await rm(file);
  }
}

describe("the page for programs", () => {
  it("has a recipe for what people ask for", () => {
    expect(recipes.map(({ title }) => title)).toEqual([
      "Call a function",
      "Read today's doses",
      "Add a note, once",
      "Complete a task",
      "Take a copy of a notebook",
      "Follow changes",
      OF_CHANGES,
      RECEIVER,
    ]);
  });

  it.each(recipes.filter(({ title }) => title !== RECEIVER && title !== OF_CHANGES))(
    "$title",
    async (recipe) => {
      const printed = await outputOf(recipe);
      const { rows: notes } = await service.database.pool.query(
        "select title from notes where title = 'Weight'",
      );
      const { rows: tasks } = await service.database.pool.query("select status from tasks");
      switch (recipe.title) {
        case "Take a copy of a notebook":
          return expect(printed).toMatch(/^200 application\/zip/);
        case "Follow changes":
          return expect(printed).toBe("2 notes\n");
        case "Add a note, once":
          expect(notes).toHaveLength(1);
          break;
        case "Complete a task":
          expect(tasks).toEqual([{ status: "completed" }]);
      }
      expect(JSON.parse(printed)).toMatchObject({ status: "success" });
    },
  );

  it("adds the note once, however often its recipe runs", async () => {
    const recipe = { ...recipes.find(({ title }) => title === "Add a note, once")! };
    // The moment is an argument: the same change has the same one.
    recipe.code = recipe.code.replace("$(date +%s)", "1764061200").replace("scale-", "once-");
    const answers = [await outputOf(recipe), await outputOf(recipe)];
    expect(answers[0]).toBe(answers[1]);
  });
});

/** Runs the receiver of a recipe on a port; `printed` is what it has printed so far. */
async function startReceiver(title: string, settings: Record<string, string>) {
  const file = join(ROOT, `recipe-receiver-${process.pid}.ts`);
  await writeFile(file, recipes.find((recipe) => recipe.title === title)!.code);
  const child = spawn(process.execPath, [file], {
    cwd: ROOT,
    env: { ...process.env, ...env, ...settings },
    stdio: ["ignore", "pipe", "inherit"],
  });
  let printed = "";
  child.stdout.on("data", (piece) => {
    printed += piece;
  });
  await expect.poll(() => printed, { timeout: 20_000 }).toBe("listening\n");
  return {
    lines: () => printed.split("\n"),
    async stop() {
      child.kill();
      await rm(file);
    },
  };
}

/** Posts a body with a signature, as anybody could; returns the status of the answer. */
const post = (url: string, signature: string, seconds: number, body: string) =>
  fetch(url, {
    method: "POST",
    headers: {
      "webhook-id": "one",
      "webhook-timestamp": String(seconds),
      "webhook-signature": signature,
    },
    body,
  }).then(({ status }) => status);

it("takes a signed message by its receiver, and refuses a changed, an old and an unsigned one", async () => {
  const port = await freePort();
  const hookUrl = `http://127.0.0.1:${port}/`;
  const { deviceId, secret } = await owner.http.action(api.notifications.addWebhook, {
    proof: proofFor(owner, "program"),
    hookUrl,
    bodyFormat: "standard",
    label: "Home",
  });
  const receiver = await startReceiver(RECEIVER, { SECRET: secret, PORT: String(port) });
  try {
    await owner.http.action(api.notifications.sendTest, { deviceId });
    await expect.poll(() => receiver.lines()[1]).toMatch(/^reminder: .+ http/);
    const now = Math.floor(Date.now() / 1000);
    const body = '{"type":"reminder","data":{"title":"forged","url":""}}';
    const signed = (seconds: number) => signWebhook(secret, "one", seconds, body);
    expect(await post(hookUrl, `v1,AAAA ${signed(now)}`, now, body)).toBe(204);
    expect(await post(hookUrl, signed(now), now, body.replace("forged", "changed"))).toBe(401);
    expect(await post(hookUrl, signed(now - 600), now - 600, body)).toBe(401);
    expect(await post(hookUrl, "", now, body)).toBe(401);
  } finally {
    await receiver.stop();
  }
});

it("is told of a new note, reads it with its token, and takes no forged message", async () => {
  const port = await freePort();
  const hookUrl = `http://127.0.0.1:${port}/`;
  const { secret } = await webhookOf(owner, hookUrl, { areas: ["notes"] });
  const receiver = await startReceiver(OF_CHANGES, { SECRET: secret, PORT: String(port) });
  try {
    await createNote(owner, env.NOTEBOOK!, { title: "Slept until seven" });
    const { database, outgoing } = service;
    await deliverMessages({ database, outgoing, log: createLog("silent") });
    await expect.poll(() => receiver.lines()[1], { timeout: 20_000 }).toBe("A new note: Slept until seven");
    const now = Math.floor(Date.now() / 1000);
    expect(await post(hookUrl, signWebhook(createWebhookSecret(), "one", now, "{}"), now, "{}")).toBe(401);
    expect(await post(hookUrl, signWebhook(secret, "one", now - 600, "{}"), now - 600, "{}")).toBe(401);
    expect(await post(hookUrl, signWebhook(secret, "one", now, "{}"), now, "{}")).toBe(204);
  } finally {
    await receiver.stop();
  }
});

it("has each type of event that there is, with its fields", () => {
  for (const { type, kind } of EVENT_TYPES) {
    const line = page.split("\n").find((each) => each.startsWith(`| \`${kind}.`));
    expect(line, type).toContain(type.replace(kind, ""));
    const fields = [...(SOURCES[kind].more ?? "").matchAll(/'(\w+)'/g)].map(([, field]) => field);
    expect(EVENT_KINDS[kind].fields, kind).toEqual(fields);
    for (const field of fields) expect(line, kind).toContain(`\`${field}\``);
  }
});

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

describe("an example of the description", () => {
  const withExample = [...functions].filter(([, { example }]) => example !== undefined);

  it.each(withExample)("of %s works", async (name, { example }) => {
    const ids = { diary: env.NOTEBOOK!, note: env.NOTE!, task: env.TASK! };
    let args = JSON.stringify(example);
    for (const [kind, id] of Object.entries(EXAMPLE_IDS))
      args = args.replaceAll(id, ids[kind as keyof typeof ids]);
    const response = await fetch(`${service.url}/api/run/${name.replace(".", "/")}`, {
      method: "POST",
      headers: { Authorization: `Bearer ${env.TOKEN}`, "Content-Type": "application/json" },
      body: `{"args": ${args}, "format": "json"}`,
    });
    expect(await response.json()).toMatchObject({ status: "success" });
  });
});

it("answers for a function that doesn't exist, and for a body without arguments", async () => {
  const call = async (path: string, body: string) => {
    const response = await fetch(`${service.url}/api/run/${path}`, {
      method: "POST",
      headers: { Authorization: `Bearer ${env.TOKEN}`, "Content-Type": "application/json" },
      body,
    });
    return { status: response.status, ...((await response.json()) as object) };
  };
  expect(await call("notes/nothing", '{"args": {}}')).toMatchObject({
    status: "error",
    errorData: { code: "not-found" },
  });
  expect(await call("notes/listNotes", "[]")).toMatchObject({
    status: "error",
    errorData: { code: "invalid" },
  });
  expect(await call("diaries/listMyDiaries", "{}")).toMatchObject({ status: "success" });
});

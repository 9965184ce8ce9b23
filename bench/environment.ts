import { type ChildProcess, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { syncUser } from "../features/account/server/data.ts";
import { insertMember } from "../features/members/server/data.ts";
import { insertNotebook } from "../features/notebooks/server/data.ts";
import { getStoredContent } from "../features/notes/rules/stored-fields.ts";
import { prepareNote } from "../features/notes/server/write_data.ts";
import { type Database, openDatabase } from "../server/db/database.ts";
import { startEmbeddedPostgres } from "../server/db/embedded/embedded.ts";
import { migrate } from "../server/db/migrate.ts";
import { createLog } from "../server/log.ts";
import { createFixedMasterKeys, createMasterKey } from "../server/vault/master_keys.ts";
import { createVault } from "../server/vault/vault.ts";
import type { Place, Target } from "./clients.ts";
import { profileSettings } from "./profile.ts";
import type { PushCount } from "./push_stand_in.ts";
import { createKeys } from "./tokens.ts";

export type Environment = {
  database: Database;
  connectionString: string;
  adminConnectionString: string;
  /** Somebody who has signed in before; not a member of anything. */
  person(name: string): Promise<Place>;
  /** A notebook with 50 notes and `members` people besides its owner. */
  notebook(members: number): Promise<{ owner: Place; members: Place[] }>;
  /** Starts a server; ours also plans and sends notifications when it is given a push service. */
  start(kind: Target["kind"], push?: PushStandIn): Promise<Target & { stop(): void }>;
  /** A push service in a process of its own that takes everything and answers after 100 ms. */
  startPushStandIn(): Promise<PushStandIn & { received(): Promise<PushCount>; stop(): void }>;
  /** A process with watchers that only take what is sent; resolves once all have their first result. */
  drain(order: { target: Target; places: Place[]; extraQueries: number }): Promise<{ stop(): void }>;
  stop(): Promise<void>;
};

/** The host that it has in addresses of subscriptions, and the file with its certificate. */
type PushStandIn = { host: string; certificate: string };

/** A fresh embedded PostgreSQL as it runs in production, and both servers as processes of their own. */
export async function createEnvironment(): Promise<Environment> {
  const directory = await mkdtemp(join(tmpdir(), "carediary-bench-"));
  await chmod(directory, 0o711);
  const postgres = await startEmbeddedPostgres({
    dataDir: directory,
    log: createLog("warn"),
    settings: profileSettings(),
  });
  const { connectionString, adminConnectionString } = postgres;
  const database = openDatabase(connectionString);
  await migrate(database);
  const vault = createVault(createFixedMasterKeys(createMasterKey()));
  const keys = await createKeys();
  const children = new Set<ChildProcess>();

  async function person(name: string, diaryId = ""): Promise<Place> {
    const subject = `${name}-${randomUUID()}`;
    const email = `${subject}@bench.test`.toLowerCase();
    const identity = { clerkUserId: subject, email, emailVerified: true, name };
    const userId = await syncUser(database.db, identity, new Date());
    return { diaryId, userId, token: await keys.tokenFor(subject) };
  }

  /** Starts a program of ours and waits for its first line. */
  async function run(args: string[], env = {}): Promise<{ line: string; stop(): void }> {
    const child = spawn(process.execPath, args, {
      env: { ...process.env, ...env },
      stdio: ["ignore", "pipe", "inherit"],
    });
    children.add(child);
    const line = await new Promise<string>((resolve, reject) => {
      createInterface({ input: child.stdout! }).once("line", resolve);
      child.once("exit", (code) =>
        reject(new Error(`${args.find((arg) => arg.endsWith(".ts"))} ended with ${code}`)),
      );
    });
    return { line, stop: () => child.kill("SIGKILL") };
  }

  return {
    database,
    connectionString,
    adminConnectionString,
    person,
    async notebook(count) {
      const owner = await person("Olga Owner");
      const notebook = { name: "", description: "", region: "DE", personInfo: { fullName: "Rosa Blum" } };
      const diaryId = await database.db
        .transaction()
        .execute((db) =>
          insertNotebook(db, { userId: owner.userId } as never, notebook, { now: new Date(), baseUrl: "" }),
        );
      for (let i = 0; i < 50; i++) {
        const note = {
          title: `Earlier note ${i}`,
          content: getStoredContent(
            { type: "default", data: { text: `${i}: `.padEnd(150, "Ate well and slept well. ") } },
            { type: "default", noteDay: "2026-11-20", timeZone: "UTC" },
          ),
        };
        const rest = {
          noteDay: new Date(Date.now() - 86_400_000 * i).toISOString().slice(0, 10),
          noteTime: null,
          visibility: "team" as const,
          tags: [],
          mentions: [],
          type: "default" as const,
          isEncrypted: false,
        };
        const { insert } = await prepareNote(
          database.db,
          { diaryId, userId: owner.userId } as never,
          vault,
          { ...note, ...rest },
          new Date(),
        );
        await insert.execute();
      }
      const members = [];
      for (let i = 0; i < count; i++) {
        const member = await person(`Member ${i}`, diaryId);
        await insertMember(database.db, { diaryId, userId: member.userId, role: "member" });
        members.push(member);
      }
      return { owner: { ...owner, diaryId }, members };
    },
    async start(kind, push) {
      const script = join(import.meta.dirname, kind === "floor" ? "floor.ts" : "serve.ts");
      const { line, stop } = await run(
        ["--expose-gc", script, connectionString, keys.jwk, ...(push ? [push.host] : [])],
        push && { NODE_EXTRA_CA_CERTS: push.certificate },
      );
      return { kind, port: Number(line), stop };
    },
    async startPushStandIn() {
      const certificate = join(directory, "push-certificate.pem");
      const { line, stop } = await run([join(import.meta.dirname, "push_stand_in.ts"), certificate]);
      const [port, countPort] = line.split(" ");
      const received = async () =>
        (await fetch(`http://127.0.0.1:${countPort}`)).json() as Promise<PushCount>;
      return { host: `localhost:${port}`, certificate, received, stop };
    },
    drain: ({ target: { kind, port }, ...rest }) =>
      run([join(import.meta.dirname, "drain.ts"), JSON.stringify({ target: { kind, port }, ...rest })]),
    async stop() {
      for (const child of children) child.kill("SIGKILL");
      await database.close();
      await postgres.stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

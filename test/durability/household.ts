import { ConvexClient } from "convex/browser";
import { COMMANDS } from "../../features/members/server/commands.ts";
import { loadConfig } from "../../server/config.ts";
import type { Database } from "../../server/db/database.ts";
import { createLog } from "../../server/log.ts";
import { withDatabase } from "../../server/operator/connection.ts";
import { sleep } from "../conformance/waiting.ts";
import { runOperatorCommand } from "../operator.ts";
import { api } from "../people.ts";
import { Visitor } from "../sign-in-server.ts";

/** A person with an account, and a function that signs them in on another device. */
export type Person = { email: string; device(): ConvexClient };

/** The first person creates a notebook, to which the others are added as caregivers by the operator's command. */
export async function createHousehold(url: string, dataDir: string, names: readonly string[]) {
  const people = await Promise.all(names.map((name) => signUp(url, name)));
  const first = people[0]!.device();
  const diaryId = await first.mutation(api.diaries.createDiaryWithPersonInfo, {
    region: "DE",
    personInfo: { fullName: "Rosa Blum" },
  });
  await first.close();
  await onDatabase(dataDir, async (database) => {
    for (const { email } of people.slice(1)) {
      await runOperatorCommand(COMMANDS, `add-member ${diaryId} ${email} caregiver --unproven`, { database });
    }
  });
  return { diaryId, people };
}

/** Runs `work` on the database of a running server, as the operator's commands do. */
export function onDatabase<T>(dataDir: string, work: (database: Database) => Promise<T>): Promise<T> {
  return withDatabase(loadConfig({ DATA_DIR: dataDir }), createLog("silent"), work);
}

async function signUp(url: string, name: string): Promise<Person> {
  const visitor = new Visitor(url, { origin: url });
  const email = `${name.toLowerCase()}@example.org`;
  const { status, body } = await visitor.signUp(email, "a quiet morning by the window", name);
  if (status !== 200) throw new Error(`The sign-up was answered with ${status}`);
  const device = () => {
    const client = new ConvexClient(url, {
      skipConvexDeploymentUrlCheck: true,
      unsavedChangesWarning: false,
      logger: false,
    });
    client.setAuth(() => waitForToken(visitor));
    return client;
  };
  const client = device();
  await client.mutation(api.users.syncUser, { clerkUserId: body.user.id, email, name });
  await client.close();
  return { email, device };
}

/**
 * Resolves to a token as soon as the server returns one: like the browser, it doesn't take an unreachable server for
 * a sign-out.
 */
async function waitForToken(visitor: Visitor): Promise<string> {
  for (;;) {
    const token = await visitor.token().catch(() => null);
    if (token) return token;
    await sleep(100);
  }
}

import { execFile } from "node:child_process";
import { join } from "node:path";
import { v7 as uuidv7 } from "uuid";
import { syncUser } from "../features/account/server/data.ts";
import { openDatabase } from "../server/db/database.ts";
import { migrate } from "../server/db/migrate.ts";
import { programEnvironment } from "./server-process.ts";

const SCRIPT = join(import.meta.dirname, "../scripts/admin.ts");

/** Runs the script as the operator does. */
export function admin(command: string, env: Record<string, string>) {
  return new Promise<{ code: number; out: string; err: string }>((resolve) => {
    const options = { env: { ...programEnvironment(), ...env } };
    execFile(process.execPath, [SCRIPT, ...command.split(" ")], options, (error, out, err) =>
      resolve({ code: error ? Number(error.code) : 0, out, err }),
    );
  });
}

export async function addUser(connectionString: string, { emailVerified = true } = {}): Promise<void> {
  const database = openDatabase(connectionString, { max: 1 });
  await migrate(database);
  const olga = { clerkUserId: uuidv7(), email: "olga@example.org", emailVerified, name: "Olga" };
  await syncUser(database.db, olga, new Date());
  await database.close();
}

/** What a command that takes long says now and then. */
export const PROGRESS = /^… .*\n/gm;

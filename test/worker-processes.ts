import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { ConvexClient } from "convex/browser";
import { api } from "../lib/api.ts";
import { type ServerProcess, startServer } from "./server-process.ts";
import { usedDirectory } from "./used-directory.ts";

/** What a test made, ended and removed afterwards whatever happened. */
export const cleanups: (() => Promise<unknown>)[] = [];

export async function cleanUp(): Promise<void> {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
}

export async function startWorkers(): Promise<{ server: ServerProcess; dataDir: string }> {
  const directory = await usedDirectory();
  cleanups.push(directory.remove);
  const server = await startServer({ DATA_DIR: directory.path, WORKERS: "2" });
  cleanups.push(() => server.end("SIGKILL"));
  return { server, dataDir: directory.path };
}

export async function signUp(url: string): Promise<string> {
  const response = await fetch(`${url}/api/auth/sign-up/email`, {
    method: "POST",
    headers: { "content-type": "application/json", origin: url },
    body: JSON.stringify({ email: "anna@example.org", password: "correct horse battery", name: "Anna" }),
  });
  const cookie = response.headers
    .getSetCookie()
    .map((each) => each.split(";")[0])
    .join("; ");
  const { token } = await (await fetch(`${url}/api/auth/token`, { headers: { cookie } })).json();
  return token;
}

/** A client with a connection of its own that shows the person's notebooks. */
export async function reader(url: string, token: string) {
  const client = new ConvexClient(url, { logger: false });
  cleanups.push(() => client.close());
  client.setAuth(async () => token);
  const claims = JSON.parse(Buffer.from(token.split(".")[1]!, "base64url").toString());
  await client.mutation(api.users.syncUser, {
    clerkUserId: claims.sub,
    email: claims.email,
    name: claims.name,
  });
  let names: string[] = [];
  client.onUpdate(api.diaries.listMyDiaries, {}, (list) => {
    names = list.map(({ name }: { name: string }) => name).sort();
  });
  return {
    names: () => names,
    create: (name: string) =>
      client.mutation(api.diaries.createDiaryWithPersonInfo, {
        name,
        region: "DE",
        personInfo: { fullName: name },
      }),
    connections: () => client.client.connectionState().connectionCount,
  };
}

export async function ready({ url }: ServerProcess): Promise<unknown> {
  // Without a process that listens, the connection waits or is refused.
  const answer = await fetch(`${url}/health/ready`, { signal: AbortSignal.timeout(2000) }).catch(() => null);
  return (await answer?.json())?.checks;
}

export async function metric({ url }: ServerProcess, name: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  return Number(
    text
      .split("\n")
      .find((line) => line.startsWith(`${name} `))
      ?.slice(name.length + 1),
  );
}

/** The processes that the server started, except for PostgreSQL's. */
export async function workersOf({ pid }: Pick<ServerProcess, "pid">): Promise<number[]> {
  const { stdout } = await promisify(execFile)("ps", ["-o", "pid=,args=", "--ppid", String(pid)]);
  const lines = stdout.split("\n").filter((line) => line.includes("server/main.ts"));
  return lines.map((line) => Number(line.trim().split(" ")[0]));
}

import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Script } from "node:vm";
import react from "@vitejs/plugin-react";
import { build, type Rolldown } from "vite";
import { words } from "../../scripts/build/words.ts";
import { ROOT } from "../../server/root.ts";

const CACHE = join(ROOT, "node_modules", ".cache", "simulated-browser");
const AGENT = join(import.meta.dirname, "agent.ts");

/** What a page of the simulated browser runs: the app, and the tests' agent. */
export type PageScripts = { app: Script; agent: Script };

/**
 * Builds the client as one script, because the simulated browser has no modules of its own, and the agent as another
 * one. Each is built again when the client or the agent has changed.
 */
export async function buildPageScripts(): Promise<void> {
  const present = await version();
  if ((await readFile(join(CACHE, "version"), "utf8").catch(() => "")) === present) return;
  await mkdir(CACHE, { recursive: true });
  await write("app.js", await asOneScript(join(ROOT, "app", "main.tsx")));
  await write("agent.js", await asOneScript(AGENT));
  await write("version", present);
}

let scripts: Promise<PageScripts> | undefined;

/** The scripts as built before, compiled once in each process. */
export function pageScripts(): Promise<PageScripts> {
  const load = async () => ({ app: await compiled("app.js"), agent: await compiled("agent.js") });
  scripts ??= load();
  return scripts;
}

async function compiled(name: string): Promise<Script> {
  return new Script(await readFile(join(CACHE, name), "utf8"), { filename: name });
}

/** The client's own hash of all its sources, and the text of what else is built. */
async function version(): Promise<string> {
  const client = await readFile(join(ROOT, "dist", "client.hash"), "utf8");
  const own = [AGENT, join(import.meta.dirname, "agent-clock.ts"), import.meta.filename];
  return [client, ...(await Promise.all(own.map((file) => readFile(file, "utf8"))))].join("\n");
}

/** Two workers never read a file that is half written. */
async function write(name: string, text: string): Promise<void> {
  const path = join(CACHE, name);
  await writeFile(`${path}.new`, text);
  await rename(`${path}.new`, path);
}

async function asOneScript(input: string): Promise<string> {
  const built = await build({
    root: ROOT,
    configFile: false,
    publicDir: false,
    logLevel: "error",
    plugins: [words({ inline: "en" }), react()],
    build: {
      write: false,
      minify: false,
      target: "es2022",
      assetsInlineLimit: 0,
      rolldownOptions: {
        input,
        transform: { define: { "import.meta": "{}" } },
        output: { format: "iife", codeSplitting: false },
      },
    },
  });
  const { output } = (Array.isArray(built) ? built[0] : built) as Rolldown.RolldownOutput;
  const script = output.find((file) => file.type === "chunk");
  if (!script) throw new Error(`${input} couldn't be built as one script.`);
  return script.code;
}

// `npm run drill [-- name …]` runs the long checks of what must hold when things break; `--list` names them.
import { spawn } from "node:child_process";
import { randomInt } from "node:crypto";
import { once } from "node:events";
import { join } from "node:path";
import { ROOT } from "../server/root.ts";
import { DRILLS, type Drill } from "./drill/drills.ts";

/** New choices each time; a failed drill is repeated with the seed that it prints. */
const SEED = process.env.SEED ?? String(randomInt(2 ** 31));

const words = process.argv.slice(2);
if (words.includes("--list")) {
  for (const [name, { shows, minutes }] of Object.entries(DRILLS))
    console.log(`${name.padEnd(10)} ${shows} (about ${minutes} minutes)`);
} else {
  const unknown = words.filter((word) => !Object.hasOwn(DRILLS, word));
  if (unknown.length > 0) {
    console.error(
      `There is no drill named ${unknown.join(", ")}. There are ${Object.keys(DRILLS).join(", ")}.`,
    );
    process.exit(2);
  }
  const failed: string[] = [];
  for (const [name, drill] of Object.entries(DRILLS)) {
    if (words.length > 0 && !words.includes(name)) continue;
    console.log(`\n${name} with SEED=${SEED}: ${drill.shows}`);
    const begin = Date.now();
    const ok = await run(drill);
    console.log(`${name} ${ok ? "holds" : "FAILED"}, ${((Date.now() - begin) / 60_000).toFixed(1)} minutes`);
    if (!ok) failed.push(name);
  }
  if (failed.length > 0) {
    console.error(`\nFailed: ${failed.join(", ")}`);
    process.exit(1);
  }
}

async function run({ command: [program, ...args], env }: Drill): Promise<boolean> {
  const path = program === "node" ? process.execPath : join(ROOT, "node_modules/.bin", program);
  const child = spawn(path, args, {
    cwd: ROOT,
    stdio: "inherit",
    env: { ...process.env, DRILL: "1", SEED, ...env },
  });
  const [code] = await once(child, "exit");
  return code === 0;
}

import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { sortTests } from "./projects.ts";

it("sorts tests by what they import: a database, real processes, or neither", async () => {
  const root = await mkdtemp(join(tmpdir(), "carediary-projects-"));
  onTestFinished(() => rm(root, { recursive: true }));
  const folders = ["app", "features", "lib", "packaging", "registry", "scripts", "server", "test", "ui"];
  for (const folder of folders) await mkdir(join(root, folder));
  const setup = "inject";
  for (const [file, text] of Object.entries({
    "test/database.ts": `export const admin = ${setup}("postgres");`,
    "test/service.ts": `import {\n  admin,\n} from "./database.ts";`,
    "lib/sum.ts": 'import type { Service } from "../test/service.ts";',
    "lib/sum.test.ts": 'import { sum } from "./sum.ts";',
    "features/notes/notes.test.ts": 'import "../../test/service.ts";',
    "server/kill.test.ts": 'import "../test/service.ts";',
    "server/kill.drill.test.ts": "",
    "ui/lazy.test.tsx": 'const part = await import("../test/service.ts");',
  })) {
    await mkdir(dirname(join(root, file)), { recursive: true });
    await writeFile(join(root, file), text);
  }
  expect(sortTests(root, (file) => file === "server/kill.test.ts")).toEqual({
    pure: ["lib/sum.test.ts"],
    service: ["features/notes/notes.test.ts", "ui/lazy.test.tsx"],
    timing: ["server/kill.test.ts"],
    drill: ["server/kill.drill.test.ts"],
  });
});

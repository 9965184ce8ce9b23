import { mkdtemp, readdir, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { product } from "../registry/product.ts";
import { SECRETS } from "../server/config/secret_files.ts";
import { loadConfig } from "../server/config.ts";
import { SECRET_PATHS } from "../server/http/secret_paths.ts";
import { createLog } from "../server/log.ts";
import { type Node, startNode } from "../server/node.ts";
import { ROOT } from "../server/root.ts";
import { createTestDatabase } from "../test/database.ts";

const DOCUMENTS = join(ROOT, "docs", "operating");

let directory: string;
let database: Awaited<ReturnType<typeof createTestDatabase>>;
let node: Node;
let metrics: string;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "carediary-documents-"));
  database = await createTestDatabase();
  const config = loadConfig({
    PORT: "0",
    DATA_DIR: directory,
    DATABASE_URL: database.connectionString,
    BACKUP_DIR: join(directory, "backups"),
  });
  node = await startNode(config, {
    ...product,
    log: createLog("silent"),
    client: async () => join(directory, "no client"),
  });
  metrics = await (await fetch(`${node.url}/metrics`)).text();
});
afterAll(async () => {
  await node?.stop();
  await database?.drop();
  await rm(directory, { recursive: true, force: true });
});

/** Metrics that a `Workers` primary adds, or that the first call makes. */
const LATER = new Set(["workers"]);

/** The names of metrics that exist, with those of a histogram's parts. */
const known = () =>
  new Set(
    [...metrics.matchAll(/^# TYPE (\S+) (\S+)$/gm)].flatMap(([, name, type]) =>
      type === "histogram" ? [name, `${name}_bucket`, `${name}_count`, `${name}_sum`] : [name],
    ),
  );

describe("the alarms and the board", () => {
  it.each(["alerts.yaml", "grafana.json"])("of %s use metrics that exist", async (name) => {
    const text = await readFile(join(DOCUMENTS, name), "utf8");
    const expressions = name.endsWith(".json")
      ? (JSON.parse(text) as { panels: { targets: { expr: string }[] }[] }).panels.flatMap(({ targets }) =>
          targets.map(({ expr }) => expr),
        )
      : [...text.matchAll(/expr: (.*)$/gm)].map(([, expression]) => expression!);
    expect(expressions.length).toBeGreaterThan(5);
    const used = expressions.flatMap((expression) =>
      [...expression.replace(/\{[^}]*\}|by \([^)]*\)/g, "").matchAll(/[a-z]\w*_\w+/g)].map(([word]) => word),
    );
    const functions = new Set(["histogram_quantile"]);
    for (const metric of new Set(used)) if (!functions.has(metric)) expect(known()).toContain(metric);
  });

  it("and the page about them name the same metrics", async () => {
    const page = await readFile(join(DOCUMENTS, "watch.md"), "utf8");
    const rows = [...page.matchAll(/^\| (`[a-z_`, ]+) \|/gm)].flatMap(([, names]) =>
      [...names!.matchAll(/`([a-z_]+)`/g)].map(([, name]) => name!),
    );
    expect(rows.length).toBeGreaterThan(10);
    for (const name of rows) if (!LATER.has(name)) expect(known()).toContain(name);
  });
});

describe("the operator's pages", () => {
  it("link only to files that exist", async () => {
    for (const name of (await readdir(DOCUMENTS)).filter((each) => each.endsWith(".md"))) {
      const file = join(DOCUMENTS, name);
      for (const [, target] of (await readFile(file, "utf8")).matchAll(/\]\(([^)#:]+)\)/g)) {
        await expect(stat(join(dirname(file), target!)), `${name}: ${target}`).resolves.toBeTruthy();
      }
    }
  });

  it("list every secret path that a proxy has to keep out of its logs", async () => {
    const page = await readFile(join(DOCUMENTS, "proxy.md"), "utf8");
    for (const path of SECRET_PATHS) expect(page).toContain(`\`${path}\``);
  });

  it("list every secret that may stand in a file", async () => {
    const page = await readFile(join(DOCUMENTS, "configure.md"), "utf8");
    for (const name of SECRETS) expect(page).toContain(`${name}_FILE`);
  });
});

import { dirname, join } from "node:path";

type ModuleInfo = {
  code: string | null;
  importedIds: readonly string[];
  dynamicallyImportedIds: readonly string[];
};

/** The part of the bundler's module graph that is read here. A module's id is its absolute path. */
export type Modules = { getModuleInfo(id: string): ModuleInfo | null };

/** Packages whose modules are all imported through one file of names. */
const INDEX =
  /node_modules[\\/](?:@mantine[\\/](?:core|hooks|notifications)[\\/]esm[\\/]index\.mjs|@tabler[\\/]icons-react[\\/]dist[\\/]esm[\\/]tabler-icons-react\.mjs|convex[\\/]dist[\\/]esm[\\/]react[\\/]index\.js)$/;

/** A module that so many screens and dialogs use goes into a file for all of them, of these or of `DIALOGS`. */
const SHARED_BY = 8;

/**
 * Its own file, a few lines: the server tells builds of the client apart by this file's name, so the page must name it,
 * not the files that it imports.
 */
const ENTRY = "app/main.tsx";

type FirstScreen = {
  /** The name of its file. */
  chunk: string;
  modules: string[];
  /** Whether the file has all modules of the screen, not only those that other screens use too. */
  isWhole: boolean;
};

/**
 * Screens that people see first. A module goes to the file of the first screen that uses it, so those with the fewest
 * modules stand first.
 */
const FIRST_SCREENS: FirstScreen[] = [
  { chunk: "public", modules: ["app/public/page.ts"], isWhole: false },
  { chunk: "start", modules: [ENTRY], isWhole: true },
  { chunk: "invitation", modules: ["app/invitations/signed-out-page.tsx"], isWhole: true },
  // Forms of the account and questions for the password have it in common; no first screen of a signed-in person needs it.
  { chunk: "embedded-client", modules: ["features/account/client/embedded-client.ts"], isWhole: true },
  { chunk: "sign-in", modules: ["app/auth/sign-in-route.tsx"], isWhole: false },
  { chunk: "frame", modules: ["app/layouts/signed-in-layout.tsx"], isWhole: true },
  { chunk: "home", modules: ["app/home/home-route.tsx"], isWhole: true },
  {
    chunk: "notes",
    modules: [
      "app/care/notebook-gate.tsx",
      "app/care/notebook-list-route.tsx",
      "app/care/note-list-route.tsx",
    ],
    isWhole: true,
  },
];

/**
 * What a first screen has in common with some others goes to a file for both, so that these others don't load the rest:
 * home neither the pages of an invitation nor the fields of the sign-in's forms, the notes not home's tasks.
 */
const COMMON = [
  { of: "invitation", with: ["frame", "home", "notes"], chunk: "dates" },
  { of: "sign-in", with: ["frame", "home"], chunk: "kit" },
  { of: "home", with: ["notes"], chunk: "frame" },
];

/** The file for what else so many screens and dialogs use. */
const DIALOGS = "dialogs";

/**
 * Small modules that some screens share, in one file for each group. Otherwise each of them had one of its own, whose
 * name is part of the first file that everybody loads.
 */
const GROUPS = [
  {
    chunk: "pictures",
    modules: [
      "lib/list-words.ts",
      "lib/weeks.ts",
      "ui/as-table.tsx",
      "ui/day-grid.tsx",
      "ui/legend.tsx",
      "ui/weekday-row.tsx",
      "ui/wide-table.tsx",
    ],
  },
];

/**
 * Says which file each shared module goes to; any other module stays with the screens that import it. By itself the
 * bundler makes a file for each set of screens that shares something: a hundred files for one screen.
 *
 * @throws Error when a first screen isn't part of the client.
 */
export function assignChunks(root: string, modules: Modules): Map<string, string> {
  const graph = new Graph(modules);
  const screens = FIRST_SCREENS.map(({ chunk, modules: names, isWhole }) => {
    const ids = names.map((name) => join(root, name));
    const missing = ids.find((id) => !modules.getModuleInfo(id));
    if (missing) throw new Error(`scripts/build/chunks.ts names ${missing}, which the client doesn't load`);
    return { chunk, isWhole, reached: graph.reach(ids) };
  });
  const common = COMMON.map(({ of, with: names, chunk }) => ({
    of,
    chunk,
    others: screens.filter((screen) => names.includes(screen.chunk)),
  }));
  const uses = new Map<string, number>();
  for (const lazy of graph.lazy([join(root, ENTRY)])) {
    for (const id of graph.reach([lazy])) uses.set(id, (uses.get(id) ?? 0) + 1);
  }
  const shared = graph.reach([...uses.keys()].filter((id) => uses.get(id)! >= SHARED_BY));

  const chunks = new Map<string, string>();
  for (const screen of screens) {
    const others = screens.filter((other) => other !== screen);
    for (const id of screen.reached) {
      const isShared = shared.has(id) || others.some(({ reached }) => reached.has(id));
      if ((!screen.isWhole && !isShared) || chunks.has(id)) continue;
      const both = common.find(
        ({ of, others }) => of === screen.chunk && others.some(({ reached }) => reached.has(id)),
      );
      chunks.set(id, (both ?? screen).chunk);
    }
  }
  for (const id of shared) if (!chunks.has(id)) chunks.set(id, DIALOGS);
  for (const { chunk, modules: names } of GROUPS)
    for (const name of names) {
      const id = join(root, name);
      for (const one of [id, `${id.replace(/\.tsx$/, "")}.module.css`])
        if (uses.has(one) && !chunks.has(one)) chunks.set(one, chunk);
    }
  chunks.delete(join(root, ENTRY));
  return chunks;
}

const commonOf = (screen: string) => COMMON.filter(({ of }) => of === screen).map(({ chunk }) => chunk);

/** The groups of Rolldown's `codeSplitting`, made of {@link assignChunks}. */
export function chunkGroups(root: string) {
  let chunks: Map<string, string> | undefined;
  // A file takes what its modules import along, unless a file before it has that.
  const first = FIRST_SCREENS.flatMap(({ chunk }) => [...commonOf(chunk), chunk]);
  const names = [...new Set([...first, DIALOGS, ...GROUPS.map(({ chunk }) => chunk)])];
  return names.map((chunk, index) => ({
    debugName: chunk,
    priority: names.length - index,
    // Called when the whole module graph is known.
    name(id: string, modules: Modules): string | null {
      chunks ??= assignChunks(root, modules);
      return chunks.get(id) === chunk ? chunk : null;
    },
  }));
}

/** Static imports, where a name that is imported through a package's index counts as an import of its module. */
class Graph {
  readonly #modules: Modules;
  readonly #indexes = new Map<string, Map<string, string>>();
  readonly #imports = new Map<string, string[]>();

  constructor(modules: Modules) {
    this.#modules = modules;
  }

  /** These modules and all that they import, directly or not. */
  reach(ids: Iterable<string>): Set<string> {
    const found = new Set(ids);
    for (const id of found) for (const imported of this.#importsOf(id)) found.add(imported);
    return found;
  }

  /** All modules that are loaded with `import()` by these modules, or by what they load. */
  lazy(ids: Iterable<string>): Set<string> {
    const found = new Set<string>();
    const seen = new Set(ids);
    for (const id of seen) {
      for (const loaded of this.#modules.getModuleInfo(id)?.dynamicallyImportedIds ?? []) {
        found.add(loaded);
        seen.add(loaded);
      }
      for (const imported of this.#importsOf(id)) seen.add(imported);
    }
    return found;
  }

  #importsOf(id: string): string[] {
    const known = this.#imports.get(id);
    if (known) return known;
    const info = INDEX.test(id) ? null : this.#modules.getModuleInfo(id);
    const imports = (info?.importedIds ?? []).flatMap((imported) => {
      if (!INDEX.test(imported)) return imported;
      const modules = this.#modulesOf(imported);
      return namesIn(info?.code).flatMap(({ name }) => modules.get(name) ?? []);
    });
    this.#imports.set(id, imports);
    return imports;
  }

  /** Which module of a package each name of its index comes from. */
  #modulesOf(index: string): Map<string, string> {
    const known = this.#indexes.get(index);
    if (known) return known;
    const code = this.#modules.getModuleInfo(index)?.code;
    const place = (from: string) => join(dirname(index), from);
    const modules = new Map(namesIn(code).map(({ local, from }) => [local, place(from)]));
    for (const [, from] of (code ?? "").matchAll(/export\s*\*\s*from\s*["']([^"']+)["']/g)) {
      const module = place(from!);
      for (const name of exportsOf(this.#modules.getModuleInfo(module)?.code)) {
        if (!modules.has(name)) modules.set(name, module);
      }
    }
    this.#indexes.set(index, modules);
    return modules;
  }
}

/** The names that a module exports by itself. */
function exportsOf(code: string | null | undefined): string[] {
  const declared = (code ?? "").matchAll(/export\s+(?:async\s+)?(?:function|const|let|class)\s+(\w+)/g);
  const listed = (code ?? "").matchAll(/export\s*\{([^}]*)\}\s*;/g);
  return [
    ...[...declared].map(([, name]) => name!),
    ...[...listed].flatMap(([, names]) => namesOf(names!).map(({ local }) => local)),
  ];
}

/** The names in `import { name as local } from "…"` and `export { name as local } from "…"`. */
function namesIn(code: string | null | undefined): { name: string; local: string; from: string }[] {
  const statements = (code ?? "").matchAll(/(?:import|export)\s*\{([^}]*)\}\s*from\s*["']([^"']+)["']/g);
  return [...statements].flatMap(([, names, from]) =>
    namesOf(names!).map((each) => ({ ...each, from: from! })),
  );
}

/** The names between the braces: `name`, or `name as local`. */
const namesOf = (list: string): { name: string; local: string }[] =>
  list.split(",").map((each) => {
    const [name = "", local = name] = each.trim().split(/\s+as\s+/);
    return { name, local };
  });

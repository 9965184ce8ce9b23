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
  /node_modules[\\/](?:@mantine[\\/](?:core|hooks)[\\/]esm[\\/]index|@tabler[\\/]icons-react[\\/]dist[\\/]esm[\\/]tabler-icons-react)\.mjs$/;

/** A module that so many screens and dialogs use goes into a file for all of them. */
const SHARED_BY = 8;

/** The files of shared modules, those with the fewest readers last. */
export const CHUNKS = ["public", "start", "controls", "frame", "parts"] as const;
export type Chunk = (typeof CHUNKS)[number];

/**
 * Says which file each shared module goes to; any other module stays with the screens that import it.
 *
 * - `public`: what the public pages and the app have in common;
 * - `start`: what the app runs first, signed in or not;
 * - `controls`: what the sign-in pages share with other screens;
 * - `frame`: the frame of the signed-in app and its first screen;
 * - `parts`: what many screens and dialogs use.
 *
 * By itself the bundler makes a file for each set of screens that shares something: a hundred files for one screen.
 */
export function assignChunks(root: string, modules: Modules): Map<string, Chunk> {
  const graph = new Graph(modules);
  const reach = (...names: string[]) => graph.reach(names.map((name) => join(root, name)));
  const start = reach("app/main.tsx");
  const publicPages = reach("app/public/page.ts");
  const signIn = reach("app/auth/sign-in-route.tsx", "app/layouts/signed-out-page.tsx");
  const frame = reach("app/layouts/signed-in-layout.tsx", "features/home/screens/home.tsx");

  const uses = new Map<string, number>();
  for (const screen of graph.lazy(start)) {
    for (const id of graph.reach([screen])) uses.set(id, (uses.get(id) ?? 0) + 1);
  }
  const parts = graph.reach([...uses.keys()].filter((id) => uses.get(id)! >= SHARED_BY));

  const chunks = new Map<string, Chunk>();
  const put = (chunk: Chunk, ids: Iterable<string>) => {
    for (const id of ids) if (!chunks.has(id)) chunks.set(id, chunk);
  };
  put("public", both(start, publicPages));
  put("start", start);
  put("controls", both(signIn, new Set([...frame, ...parts])));
  put("frame", frame);
  put("parts", parts);
  return chunks;
}

/** The groups of Rolldown's `codeSplitting`, made of {@link assignChunks}. */
export function chunkGroups(root: string) {
  let chunks: Map<string, Chunk> | undefined;
  return CHUNKS.map((chunk, index) => ({
    debugName: chunk,
    priority: CHUNKS.length - index,
    // Called when the whole module graph is known.
    name(id: string, modules: Modules): string | null {
      chunks ??= assignChunks(root, modules);
      return chunks.get(id) === chunk ? chunk : null;
    },
  }));
}

const both = (one: Set<string>, other: Set<string>) => [...one].filter((id) => other.has(id));

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
    const names = namesIn(this.#modules.getModuleInfo(index)?.code);
    const modules = new Map(names.map(({ local, from }) => [local, join(dirname(index), from)]));
    this.#indexes.set(index, modules);
    return modules;
  }
}

/** The names in `import { name as local } from "…"` and `export { name as local } from "…"`. */
function namesIn(code: string | null | undefined): { name: string; local: string; from: string }[] {
  const statements = (code ?? "").matchAll(/(?:import|export)\s*\{([^}]*)\}\s*from\s*["']([^"']+)["']/g);
  return [...statements].flatMap(([, names, from]) =>
    names!.split(",").map((each) => {
      const [name = "", local = name] = each.trim().split(/\s+as\s+/);
      return { name, local, from: from! };
    }),
  );
}

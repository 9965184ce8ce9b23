import { dirname, join } from "node:path";
import { compileMessages } from "../../server/words/read.ts";
import { getRoom } from "./words.ts";

type ModuleInfo = {
  code: string | null;
  importedIds: readonly string[];
  dynamicallyImportedIds: readonly string[];
};

/** The part of the bundler's module graph that is read here. A module's id is its absolute path. */
export type Modules = { getModuleInfo(id: string): ModuleInfo | null };

/** Packages and rooms whose modules are imported through one file of names. */
const INDEX =
  /features[\\/][^\\/]+[\\/]client[\\/]public\.ts$|node_modules[\\/](?:@mantine[\\/](?:core|hooks|notifications)[\\/]esm[\\/]index\.mjs|@tabler[\\/]icons-react[\\/]dist[\\/]esm[\\/]tabler-icons-react\.mjs|convex[\\/]dist[\\/]esm[\\/]react[\\/]index\.js)$/;

/**
 * Its own file, a few lines: the server tells builds of the client apart by this file's name, so the page must name it,
 * not the files that it imports.
 */
const ENTRY = "app/main.tsx";
const FRAME = "app/layouts/signed-in-layout.tsx";
const HOME = "app/home/home-route.tsx";
const KIT = "app/theme/kit.tsx";
const GATE = "app/care/notebook-gate.tsx";

type Screen = {
  /** The name of the files for which it is the first of this list. */
  name: string;
  modules: string[];
  /** How much a byte that it loads in vain counts. */
  weight: number;
};

/** The screens and dialogs whose files are kept small, each with all that is loaded with it. */
const SCREENS: Screen[] = [
  { name: "public", modules: ["app/public/page.ts"], weight: 40 },
  { name: "start", modules: [ENTRY], weight: 4 },
  { name: "invitation", modules: [ENTRY, "app/invitations/signed-out-page.tsx"], weight: 20 },
  { name: "sign-in", modules: [ENTRY, KIT, "app/auth/sign-in-route.tsx"], weight: 1 },
  { name: "frame", modules: [ENTRY, FRAME], weight: 4 },
  { name: "home", modules: [ENTRY, FRAME, HOME], weight: 10 },
  { name: "home-parts", modules: [ENTRY, FRAME, HOME, "app/home/today-parts.ts"], weight: 24 },
  ...[
    "app/home/news-strip.tsx",
    "features/notebooks/components/clock-note.tsx",
    "features/updates/components/news-list.tsx",
  ].map((part) => ({ name: "home-extras", modules: [ENTRY, FRAME, HOME, part], weight: 8 })),
  { name: "kept", modules: [ENTRY, FRAME, "app/sync/kept/kept-results.ts"], weight: 2 },
  { name: "kit", modules: [ENTRY, FRAME, KIT], weight: 1 },
  ...[
    { name: "notebooks", module: "app/care/notebook-list-route.tsx", weight: 3 },
    { name: "tasks", module: "app/tasks/tasks-route.tsx", weight: 9 },
    { name: "calendar", module: "app/calendar/calendar-route.tsx", weight: 6 },
  ].map(({ name, module, weight }) => ({ name, modules: [ENTRY, FRAME, KIT, module], weight })),
  ...[
    { name: "notes", module: "app/care/note-list-route.tsx", weight: 6 },
    { name: "note", module: "app/care/note-route.tsx", weight: 6 },
    { name: "doses", module: "app/care/doses-route.tsx", weight: 4 },
    { name: "medications", module: "app/care/medications-route.tsx", weight: 6 },
    { name: "handover", module: "app/care/handover-route.tsx", weight: 4 },
    { name: "new-note", module: "app/care/new-note-route.tsx", weight: 0.5 },
  ].map(({ name, module, weight }) => ({ name, modules: [ENTRY, FRAME, KIT, GATE, module], weight })),
  // Loaded when the page is idle, so that what it loads in vain delays nothing.
  { name: "files", modules: [ENTRY, FRAME, "features/attachments/client/send-kept-files.ts"], weight: 0.02 },
  // What is loaded when it is pressed.
  ...[
    { name: "modal", module: "ui/modal-frame.tsx" },
    { name: "menu", module: "ui/menu-panel.tsx" },
    { name: "task-form", module: "features/tasks/components/task-form-dialog.tsx" },
    { name: "account", module: "features/account/client/embedded-client.ts" },
  ].map(({ name, module }) => ({ name, modules: [ENTRY, FRAME, KIT, module], weight: 0.5 })),
];

/** All other screens and dialogs, each for itself. */
const OTHERS = { name: "shared", weight: 0.3 };

/** What a screen saves where two of its files become one, in the unit of {@link sizeOf}. */
const FILE_COST = 2150;

/** About the bytes of a module in the build, compressed; of one that loads a room's texts, those of the texts. */
function sizeOf(id: string, modules: Modules): number {
  const room = getRoom(id);
  return room === null ? (modules.getModuleInfo(id)?.code?.length ?? 0) / 5 : sizeOfTexts(room);
}

const textSizes = new Map<string, number>();

function sizeOfTexts(room: string): number {
  const size = textSizes.get(room) ?? JSON.stringify(compileMessages("en", room)).length / 3;
  textSizes.set(room, size);
  return size;
}

/** Modules that the same screens load. */
type Group = {
  /** 1 for each screen that loads them, of {@link SCREENS} and then of the others. */
  users: Uint8Array;
  ids: string[];
  /** What each screen would load in vain with them, in the unit of {@link sizeOf}. */
  costs: Float64Array;
};

/**
 * Says which file each shared module goes to; any other module stays with the screen that imports it. By itself the
 * bundler makes a file for each set of screens that shares something: a hundred files for one screen. Here the files of
 * two sets become one where the screens lose less by what they load in vain than they save by a file less.
 *
 * @throws Error when one of the screens isn't part of the client.
 */
export function assignChunks(root: string, modules: Modules): Map<string, string> {
  return new Map(listChunks(root, modules).flatMap(({ name, ids }) => ids.map((id) => [id, name])));
}

/** The files, each before those that import it. */
function listChunks(root: string, modules: Modules): { name: string; ids: string[] }[] {
  const graph = new Graph(modules);
  const screens = listScreens(root, modules, graph);
  const groups = joinGroups(groupByUsers(screens, join(root, ENTRY)), graph, (ids) =>
    computeCosts(ids, screens, graph, modules),
  );
  const counts = new Map<string, number>();
  return groups.map(({ users, ids }) => {
    const { name } = SCREENS[users.indexOf(1)] ?? OTHERS;
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    return { name: count === 1 ? name : `${name}-${count}`, ids };
  });
}

/** What each screen and dialog loads, those of {@link SCREENS} first. */
function listScreens(root: string, modules: Modules, graph: Graph): Set<string>[] {
  const inRoot = (names: string[]) => names.map((name) => join(root, name));
  const listed = SCREENS.map(({ modules: names }) => inRoot(names));
  const missing = listed.flat().find((id) => !modules.getModuleInfo(id));
  if (missing) throw new Error(`scripts/build/chunks.ts names ${missing}, which the client doesn't load`);
  const isListed = new Set(listed.flat());
  const others = [...graph.lazy(inRoot([ENTRY]))].filter((id) => !isListed.has(id));
  return [...listed, ...others.map((id) => [...inRoot([ENTRY, FRAME, KIT]), id])].map((ids) =>
    graph.reach(ids),
  );
}

/** What each screen would load in vain with these modules and all that they import. */
function computeCosts(ids: string[], screens: Set<string>[], graph: Graph, modules: Modules): Float64Array {
  const sizes = [...graph.reach(ids)].map((id) => [id, sizeOf(id, modules)] as const);
  return Float64Array.from(screens, (loaded) =>
    sizes.reduce((sum, [id, size]) => (loaded.has(id) ? sum : sum + size), 0),
  );
}

function groupByUsers(screens: Set<string>[], entry: string): Omit<Group, "costs">[] {
  const users = new Map<string, Uint8Array>();
  screens.forEach((ids, index) => {
    for (const id of ids) {
      const bits = users.get(id) ?? new Uint8Array(screens.length);
      bits[index] = 1;
      users.set(id, bits);
    }
  });
  users.delete(entry);
  const groups = new Map<string, Omit<Group, "costs">>();
  for (const [id, bits] of users) {
    // It stays with its only screen.
    if (bits.indexOf(1) === bits.lastIndexOf(1)) continue;
    const group = groups.get(bits.join("")) ?? { users: bits, ids: [] };
    group.ids.push(id);
    groups.set(bits.join(""), group);
  }
  return [...groups.values()];
}

/** What all screens save where two groups become one file; negative where they lose. */
function savingOf(a: Group, b: Group): number {
  let saving = 0;
  for (let index = 0; index < a.users.length; index++) {
    const weight = (SCREENS[index] ?? OTHERS).weight;
    if (a.users[index] && b.users[index]) saving += weight * FILE_COST;
    else if (a.users[index]) saving -= weight * b.costs[index]!;
    else if (b.users[index]) saving -= weight * a.costs[index]!;
  }
  return saving;
}

type Pair = { a: Group; b: Group; saving: number };

/** Joins the two groups that save most, again and again; files never import each other in a circle. */
function joinGroups(
  groups: Omit<Group, "costs">[],
  graph: Graph,
  costsOf: (ids: string[]) => Float64Array,
): Group[] {
  const joined = new Set<Group>();
  let pairs: Pair[] = [];
  const add = (b: Group) => {
    pairs.push(
      ...[...joined].map((a) => ({ a, b, saving: savingOf(a, b) })).filter(({ saving }) => saving > 0),
    );
    joined.add(b);
  };
  for (const group of groups) add({ ...group, costs: costsOf(group.ids) });
  while (true) {
    pairs.sort((x, y) => y.saving - x.saving);
    const imports = importsOf([...joined], graph);
    const best = pairs.find(({ a, b }) => !leadsAround(imports, a, b) && !leadsAround(imports, b, a));
    if (!best) return sortByImports([...joined], imports);
    const { a, b } = best;
    for (const group of [a, b]) joined.delete(group);
    pairs = pairs.filter((pair) => joined.has(pair.a) && joined.has(pair.b));
    const users = a.users.map((isUser, index) => isUser || b.users[index]!);
    const ids = [...a.ids, ...b.ids];
    add({ users, ids, costs: costsOf(ids) });
  }
}

function importsOf(groups: Group[], graph: Graph): Map<Group, Set<Group>> {
  const groupOf = new Map(groups.flatMap((group) => group.ids.map((id) => [id, group])));
  return new Map(
    groups.map((group) => {
      const imported = group.ids.flatMap((id) => graph.importsOf(id)).flatMap((id) => groupOf.get(id) ?? []);
      return [group, new Set(imported.filter((other) => other !== group))];
    }),
  );
}

/** Whether a group imports another one through a third. */
function leadsAround(imports: Map<Group, Set<Group>>, from: Group, to: Group): boolean {
  const seen = new Set([...imports.get(from)!].filter((group) => group !== to));
  for (const group of seen) {
    for (const next of imports.get(group)!) {
      if (next === to) return true;
      seen.add(next);
    }
  }
  return false;
}

function sortByImports(groups: Group[], imports: Map<Group, Set<Group>>): Group[] {
  const sorted = new Set<Group>();
  const place = (group: Group) => {
    if (sorted.has(group)) return;
    for (const imported of imports.get(group)!) place(imported);
    sorted.add(group);
  };
  for (const group of groups) place(group);
  return [...sorted];
}

/** More files than there are ever. */
const MOST_FILES = 400;

/** The groups of Rolldown's `codeSplitting`, made of {@link assignChunks}. */
export function chunkGroups(root: string) {
  let chunks: Map<string, { name: string; index: number }> | undefined;
  const indexChunks = (modules: Modules) =>
    new Map(
      listChunks(root, modules).flatMap(({ name, ids }, index) => ids.map((id) => [id, { name, index }])),
    );
  return Array.from({ length: MOST_FILES }, (_, index) => ({
    // A file takes what its modules import along, unless a file before it has that.
    priority: MOST_FILES - index,
    // Called when the whole module graph is known.
    name(id: string, modules: Modules): string | null {
      chunks ??= indexChunks(modules);
      const chunk = chunks.get(id);
      return chunk?.index === index ? chunk.name : null;
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
    for (const id of found) for (const imported of this.importsOf(id)) found.add(imported);
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
      for (const imported of this.importsOf(id)) seen.add(imported);
    }
    return found;
  }

  importsOf(id: string): string[] {
    const known = this.#imports.get(id);
    if (known) return known;
    const info = INDEX.test(id) ? null : this.#modules.getModuleInfo(id);
    const imports = (info?.importedIds ?? []).flatMap((imported) => {
      if (!INDEX.test(imported)) return imported;
      const modules = this.#modulesOf(imported);
      return namesIn(info?.code)
        .filter(({ from }) => leadsTo(imported, id, from))
        .flatMap(({ name }) => modules.get(name) ?? []);
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

/** Whether `from`, in the module `id`, is this index of a room or of a package. */
function leadsTo(index: string, id: string, from: string): boolean {
  if (from.startsWith(".")) return join(dirname(id), from) === index;
  const name = from.split("/", from.startsWith("@") ? 2 : 1);
  return index.includes(join("node_modules", ...name));
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

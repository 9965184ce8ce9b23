import { findCircles } from "./circles.ts";
import { type Import, importsOf } from "./imports.ts";
import { findFewestArrows, findRoomCircles, getRoom, readRoomArrows } from "./rooms.ts";

export type Violation = { rule: string; why: string; file: string; detail: string };

type Source = { path: string; text: string; imports: Import[]; isTest: boolean };

type Rule = {
  name: string;
  /** Printed beside each violation. */
  why: string;
  /** The violations in this file, one message each. */
  check(source: Source): string[];
};

const LAYERS = ["app", "features", "ui", "lib"];
const MAX_FILE_LINES = 500;
const SQL_PACKAGES = new Set(["kysely", "pg"]);
/** Where SQL is allowed, besides the server side of rooms. */
const SQL_FOLDERS = /^server\/(db|access|auth|backup|mail|moves|jobs|sync|vault)\//;
/** Files that define what a room does and sends; their SQL is in neighbouring files. */
const WITHOUT_SQL = /^features\/[^/]+\/server\/([a-z_]+\/)?(functions|letters|routes|public|room)\.ts$/;
/** The product's own code, without tests and benchmarks. */
const PRODUCT = /^(app|features|ui|lib|server|registry)\//;
const GENERATED = new Set(["server/db/tables.ts"]);
const CATCH_ALL_NAMES = /(^|\/)(helpers?|utils?|common|misc|shared|index)(\.tsx?$|\/)/;
const ROOM_FILE =
  /^(schema|rules)\.ts$|^rules\/[a-z-]+\.ts$|^server\/([a-z_]+\/)?[a-z_]+\.ts$|^client\/[a-z0-9-]+\.ts$|^(screens|components)\/([a-z-]+\/)?[a-z0-9-]+\.tsx$|\.test\.tsx?$/;
/** The files that say in SQL who sees a row; a property test compares each with the rule in TypeScript. */
const VISIBILITY_FILE = /^(server\/access|features\/plans\/server)\/visibility\.ts$/;
/** SQL that compares a visibility: a condition of kysely, or a comparison in raw SQL. */
const VISIBILITY_SQL =
  /\b(where|on|eb)\(\s*"(\w+\.)?visibility"|\bvisibility\s*((=|<>|!=)\s*('|any\b|\$\{)|(not\s+)?in\s*(\(|\$\{))|\.visibility`\)/g;
/** Files that compare a visibility of notes or comments for another reason. The list may only become shorter. */
export const VISIBILITY_EXCEPTIONS: ReadonlySet<string> = new Set([
  "features/comments/server/access.ts",
  "features/comments/server/deletion.ts",
  "features/notes/server/access.ts",
  "features/notes/server/deletion.ts",
  "features/notes/server/newer_lists.ts",
  "features/notifications/server/plan/task_planner.ts",
  "features/programs/server/progress/access.ts",
  "features/notes/server/versions/data.ts",
  "features/notes/server/versions/deletion.ts",
]);
/** Two or more roles in an array, or in SQL. */
const ROLE_LIST =
  /[[(]\s*(["'])(?:owner|admin|member|clinician|extended)\1\s*,\s*\1(?:owner|admin|member|clinician|extended)\1[^\])]*[\])]/g;
/** What an invitation offers and which roles may be assigned are choices of the product; members' rules order them. */
const ROLE_LIST_FILES = new Set(["features/members/rules/invitations.ts", "features/members/rules.ts"]);
const layerOf = (path: string) => path.split("/")[0]!;
const isRoomServer = (path: string) => /^features\/[^/]+\/server\//.test(path);
/** A room's rules, for both sides: pure, and usable by all other rooms. */
const isRules = (path: string) => /^features\/[^/]+\/(schema\.ts|rules\.ts|rules\/[^/]+)$/.test(path);
/** What other rooms may use of a room on the server or in the client. */
const isPublicServer = (path: string) => /^features\/[^/]+\/server\/public\.ts$/.test(path);
const isPublicClient = (path: string) => /^features\/[^/]+\/client\/public\.ts$/.test(path);
const isServer = (path: string) => /^(server|registry)\//.test(path) || isRoomServer(path);
/** Code for the browser: all layers except the server side of rooms. */
const isClient = (path: string) => LAYERS.includes(layerOf(path)) && !isRoomServer(path);

/** The layout of docs/architecture.md as data; tests may import anything, and their size isn't checked. */
export const RULES: Rule[] = [
  {
    name: "layers",
    why: "app → features → ui → lib: a lower layer that knows a higher one can't be understood or reused alone.",
    check: ({ path, imports }) => {
      const own = LAYERS.indexOf(layerOf(path));
      if (own < 0) return [];
      return imports.flatMap(({ file }) => {
        const other = file === null ? -1 : LAYERS.indexOf(layerOf(file));
        return other >= 0 && other < own ? [`imports ${file}`] : [];
      });
    },
  },
  {
    name: "rooms",
    why: "A room takes of another only schema.ts, rules, server/public.ts and client/public.ts, so that its inside can change without a look around.",
    check: ({ path, imports }) => {
      const room = getRoom(path);
      if (!room) return [];
      return imports.flatMap(({ file }) => {
        const other = file && getRoom(file);
        return other && other !== room && !isRules(file) && !isPublicServer(file) && !isPublicClient(file)
          ? [`imports ${file}`]
          : [];
      });
    },
  },
  {
    name: "server-types-only",
    why: "Client code takes server code as `import type` only: anything else would be sent to every browser.",
    check: ({ path, imports }) =>
      isClient(path)
        ? imports.flatMap(({ file, typeOnly }) =>
            file && !typeOnly && isServer(file) ? [`imports ${file}`] : [],
          )
        : [],
  },
  {
    name: "no-node-in-client",
    why: "Browsers have no Node modules; what needs one belongs to the server.",
    check: ({ path, imports }) =>
      isClient(path)
        ? imports.flatMap(({ packageName, typeOnly }) =>
            packageName?.startsWith("node:") && !typeOnly ? [`imports ${packageName}`] : [],
          )
        : [],
  },
  {
    name: "server-knows-no-screens",
    why: "The server takes of a room its functions, data and rules; screens are the browser's.",
    check: ({ path, imports }) =>
      isServer(path)
        ? imports.flatMap(({ file }) =>
            file && isClient(file) && layerOf(file) !== "lib" && !isRules(file) ? [`imports ${file}`] : [],
          )
        : [],
  },
  {
    name: "platform-knows-no-room",
    why: "server/ is what any room runs on; it knows rooms by `Room` (server/rooms.ts) alone. run.ts joins the two.",
    check: ({ path, imports }) =>
      path.startsWith("server/") && path !== "server/run.ts"
        ? imports.flatMap(({ file }) =>
            file && /^(features|registry)\//.test(file) ? [`imports ${file}`] : [],
          )
        : [],
  },
  {
    name: "registry-at-the-top",
    why: "Only the registry knows all rooms; what needs them all is given them by run.ts. The client takes its types.",
    check: ({ path, imports }) =>
      /^(app|features|ui|lib)\//.test(path)
        ? imports.flatMap(({ file, typeOnly }) =>
            file?.startsWith("registry/") && !(typeOnly && path === "lib/api.ts") ? [`imports ${file}`] : [],
          )
        : [],
  },
  {
    name: "sql-in-data",
    why: "Only data files and the server's own rooms for data touch SQL, so that every query can be found and reviewed.",
    check: ({ path, imports }) => {
      if (!/^(server|features|app|ui|lib)\//.test(path) || SQL_FOLDERS.test(path)) return [];
      if (isRoomServer(path) && !WITHOUT_SQL.test(path)) {
        return [];
      }
      return imports.flatMap(({ packageName, typeOnly }) =>
        packageName && SQL_PACKAGES.has(packageName) && !typeOnly ? [`imports ${packageName}`] : [],
      );
    },
  },
  {
    name: "visibility-in-one-place",
    why: "Who sees a row is compared in SQL only in server/access/visibility.ts and in that of plans: a second wording of the rule could show what the first one hides.",
    check: ({ path, text, isTest }) => {
      if (!isServer(path) || isTest || VISIBILITY_FILE.test(path)) return [];
      const found = [...text.matchAll(VISIBILITY_SQL)].map(([condition]) => `compares ${condition}`);
      if (!VISIBILITY_EXCEPTIONS.has(path)) return found;
      return found.length === 0 ? ["is an exception without need: take it off the list"] : [];
    },
  },
  {
    name: "rights-by-question",
    why: "Rooms ask may, mayOn, mayOnOthers or rolesThat: a comparison of grants, or a list of roles by hand, misses the role that is added later.",
    check: ({ path, text, isTest }) =>
      getRoom(path) === null || isTest
        ? []
        : [
            ...(/\b(?:getGrant|grantCovers)\(/.test(text) ? ["compares grants"] : []),
            ...[...text.matchAll(ROLE_LIST)]
              .map(([list]) => `lists roles: ${list}`)
              .filter(() => !ROLE_LIST_FILES.has(path)),
          ],
  },
  {
    name: "room-vocabulary",
    why: "A room has schema.ts, rules.ts (or rules/), server/, client/ (.ts), components/ and screens/ (.tsx) and tests: whoever knows one knows all.",
    check: ({ path }) => {
      const inside = path.match(/^features\/[^/]+\/(.*)$/)?.[1];
      return inside !== undefined && !ROOM_FILE.test(inside) ? [`"${inside}" isn't one of these names`] : [];
    },
  },
  {
    name: "server-file-names",
    why: "Files of the server are in snake_case, those of the browser in kebab-case: one guess finds a file.",
    check: ({ path }) =>
      isServer(path) && path.slice(path.lastIndexOf("/")).includes("-") ? ["has a hyphen in its name"] : [],
  },
  {
    name: "no-drawers",
    why: "helpers, utils, common and index files become drawers for everything; name a file after what it does.",
    check: ({ path }) => (CATCH_ALL_NAMES.test(path) ? ["has such a name"] : []),
  },
  {
    name: "size",
    why: `No file above ${MAX_FILE_LINES} lines: longer ones do more than one thing.`,
    check: ({ path, text, isTest }) => {
      const lines = text.split("\n").length - 1;
      return lines > MAX_FILE_LINES && !isTest && !GENERATED.has(path) ? [`has ${lines} lines`] : [];
    },
  },
];

/** A rule about all files together. */
export const NO_CIRCLES = {
  name: "no-circles",
  why: "Files that import each other in a circle, types included, can only be understood together: the shared part belongs in a file of its own.",
};

/** A rule about all rooms together. */
export const NO_ROOM_CIRCLES = {
  name: "no-room-circles",
  why: "Rooms that import each other in a circle, types included, are one room: the lower one takes what the higher one registers (docs/decisions/0248), or what both need is in lib/ or server/.",
};

/** Violations of the layout, in files given by their path from the root. */
export function findViolations(files: ReadonlyMap<string, string>): Violation[] {
  const sources = [...files].map(([path, text]): Source => {
    const isTest = /\.test\.tsx?$/.test(path);
    return { path, text, isTest, imports: isTest ? [] : importsOf(path, text) };
  });
  const inFiles = sources.flatMap((source) =>
    RULES.flatMap(({ name, why, check }) =>
      check(source).map((detail) => ({ rule: name, why, file: source.path, detail })),
    ),
  );
  const circles = findCircles(
    new Map(
      sources
        .filter(({ path }) => PRODUCT.test(path))
        .map(({ path, imports }) => [path, imports.flatMap(({ file }) => file ?? [])]),
    ),
  ).map(([file = "", ...others]) => ({
    rule: NO_CIRCLES.name,
    why: NO_CIRCLES.why,
    file,
    detail: `is in a circle with ${others.join(", ")}`,
  }));
  const arrows = readRoomArrows(sources);
  const roomCircles = findRoomCircles(arrows).flatMap((circle) =>
    findFewestArrows(arrows, circle).map(({ file, imported }) => ({
      rule: NO_ROOM_CIRCLES.name,
      why: NO_ROOM_CIRCLES.why,
      file,
      detail: `imports ${imported}, so these rooms are in a circle: ${circle.join(", ")}`,
    })),
  );
  return [...inFiles, ...circles, ...roomCircles];
}

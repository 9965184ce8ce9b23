import { describe, expect, it } from "vitest";
import { assignChunks } from "./chunks.ts";

const CORE = "/app/node_modules/@mantine/core/esm";

/** A module graph with these sources; `import()` is written as `lazy`. */
function graphOf(sources: Record<string, { code?: string; imports?: string[]; lazy?: string[] }>) {
  return {
    getModuleInfo(id: string) {
      const source = sources[id];
      if (!source) return null;
      const { code = "", imports = [], lazy = [] } = source;
      return { code, importedIds: imports, dynamicallyImportedIds: lazy };
    },
  };
}

/** Every screen and dialog of the list in chunks.ts. */
const LISTED = [
  "app/public/page.ts",
  "app/invitations/signed-out-page.tsx",
  "app/auth/sign-in-route.tsx",
  "app/layouts/signed-in-layout.tsx",
  "app/home/home-route.tsx",
  "app/home/today-parts.ts",
  "app/home/news-strip.tsx",
  "features/notebooks/components/clock-note.tsx",
  "features/updates/components/news-list.tsx",
  "app/sync/kept/kept-results.ts",
  "app/theme/kit.tsx",
  "app/care/notebook-list-route.tsx",
  "app/tasks/tasks-route.tsx",
  "app/calendar/calendar-route.tsx",
  "app/care/notebook-gate.tsx",
  "app/care/note-list-route.tsx",
  "app/care/note-route.tsx",
  "app/care/doses-route.tsx",
  "app/care/medications-route.tsx",
  "app/care/handover-route.tsx",
  "app/care/new-note-route.tsx",
  "features/attachments/client/send-kept-files.ts",
  "ui/modal-frame.tsx",
  "ui/menu-panel.tsx",
  "features/tasks/components/task-form-dialog.tsx",
  "features/account/client/embedded-client.ts",
].map((path) => `/app/${path}`);

/** So long that no screen loads it in vain. */
const LARGE = "/* a large module */".repeat(3000);
const PUBLIC_NAMES = "/app/features/doses/client/public.ts";

const sources: Record<string, { code?: string; imports?: string[]; lazy?: string[] }> = {
  ...Object.fromEntries(LISTED.map((path) => [path, {}])),
  "/app/app/main.tsx": {
    imports: ["/app/lib/address.ts", "/app/lib/router.ts"],
    lazy: [...LISTED, "/app/app/search-route.tsx", "/app/app/updates-route.tsx"],
  },
  "/app/app/public/page.ts": { imports: ["/app/lib/address.ts"] },
  "/app/app/theme/kit.tsx": {
    code: 'import { Button } from "@mantine/core";',
    imports: [`${CORE}/index.mjs`],
  },
  "/app/app/tasks/tasks-route.tsx": {
    // Another module's name isn't the kit's.
    code: 'import { Input } from "@mantine/core"; import { Menu } from "../../ui/menu.tsx"; import { Row } from "../../features/doses/client/public.ts";',
    imports: [`${CORE}/index.mjs`, "/app/ui/menu.tsx", PUBLIC_NAMES],
  },
  "/app/app/calendar/calendar-route.tsx": {
    code: 'import { Input } from "@mantine/core";',
    imports: [`${CORE}/index.mjs`, "/app/features/calendar/grid.ts"],
  },
  "/app/ui/menu-panel.tsx": {
    code: 'import { Menu } from "@mantine/core";',
    imports: [`${CORE}/index.mjs`],
  },
  "/app/app/search-route.tsx": { imports: ["/app/ui/found.ts", "/app/features/doses/row.ts"] },
  "/app/app/updates-route.tsx": { imports: ["/app/ui/found.ts"] },
  "/app/lib/router.ts": { code: LARGE },
  "/app/ui/menu.tsx": {},
  "/app/ui/found.ts": { code: LARGE },
  [PUBLIC_NAMES]: {
    code: 'export { Row } from "../row.ts"; export { Sheet } from "../sheet.ts";',
    imports: ["/app/features/doses/row.ts", "/app/features/doses/sheet.ts"],
  },
  "/app/features/doses/row.ts": { code: LARGE },
  [`${CORE}/index.mjs`]: {
    code: 'import { Button } from "./button.mjs"; import { Input } from "./input.mjs"; import { Menu } from "./menu.mjs";',
    imports: [`${CORE}/button.mjs`, `${CORE}/input.mjs`, `${CORE}/menu.mjs`],
  },
  [`${CORE}/button.mjs`]: { code: LARGE },
  [`${CORE}/input.mjs`]: { code: LARGE },
  [`${CORE}/menu.mjs`]: { code: LARGE },
};

describe("the files that a build puts shared modules into", () => {
  const chunks = assignChunks("/app", graphOf(sources));

  it.each([
    ["public", "/app/lib/address.ts"],
    ["start", "/app/lib/router.ts"],
    ["sign-in", `${CORE}/button.mjs`],
    ["tasks", `${CORE}/input.mjs`],
    ["tasks-2", "/app/features/doses/row.ts"],
    ["shared", "/app/ui/found.ts"],
    [undefined, "/app/app/main.tsx"],
    [undefined, `${CORE}/menu.mjs`],
    [undefined, "/app/ui/menu.tsx"],
    [undefined, "/app/features/calendar/grid.ts"],
    [undefined, "/app/features/doses/sheet.ts"],
    [undefined, PUBLIC_NAMES],
  ])("are %s for %s", (chunk, id) => {
    expect(chunks.get(id)).toBe(chunk);
  });

  it("become one where that costs the screens less than another file", () => {
    const code = "/* small */".repeat(100);
    const small = { ...sources, "/app/features/doses/row.ts": { code }, [`${CORE}/input.mjs`]: { code } };
    const joined = assignChunks("/app", graphOf(small));
    expect(joined.get("/app/features/doses/row.ts")).toBe(joined.get(`${CORE}/input.mjs`));
  });

  it("stop the build when a screen was moved", () => {
    const { "/app/app/home/home-route.tsx": _, ...others } = sources;
    expect(() => assignChunks("/app", graphOf(others))).toThrow(
      /home-route\.tsx, which the client doesn't load/,
    );
  });
});

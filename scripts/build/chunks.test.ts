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

const dialogs = Array.from({ length: 8 }, (_, index) => `/app/features/tasks/dialog-${index}.tsx`);

const sources = {
  "/app/app/main.tsx": {
    imports: ["/app/lib/address.ts", "/app/lib/router.ts"],
    lazy: ["/app/app/auth/sign-in-route.tsx", "/app/app/layouts/signed-in-layout.tsx", ...dialogs],
  },
  "/app/features/account/client/embedded-client.ts": {},
  "/app/app/public/page.ts": { imports: ["/app/lib/address.ts"] },
  "/app/app/auth/sign-in-route.tsx": {
    code: 'import { Button as Action, Input } from "@mantine/core";',
    imports: [`${CORE}/index.mjs`, "/app/lib/password.ts"],
  },
  "/app/app/layouts/signed-in-layout.tsx": {
    code: 'import { Button, Menu } from "@mantine/core";',
    imports: [`${CORE}/index.mjs`],
  },
  ...Object.fromEntries(
    dialogs.map((dialog, index) => [
      dialog,
      { imports: ["/app/ui/dialog.ts", ...(index > 0 ? ["/app/ui/almost.ts"] : [])] },
    ]),
  ),
  [`${CORE}/index.mjs`]: {
    code: 'import { Button } from "./button.mjs"; import { Input } from "./input.mjs"; import { Menu } from "./menu.mjs"; import { Modal } from "./modal.mjs";',
    imports: [`${CORE}/button.mjs`, `${CORE}/input.mjs`, `${CORE}/menu.mjs`, `${CORE}/modal.mjs`],
  },
  "/app/app/invitations/signed-out-page.tsx": {},
  "/app/app/home/home-route.tsx": { imports: ["/app/ui/card.ts", "/app/features/home/today.ts"] },
  "/app/ui/card.ts": {},
  "/app/features/home/today.ts": {},
  "/app/app/care/notebook-gate.tsx": {},
  "/app/app/care/notebook-list-route.tsx": {},
  "/app/app/care/note-list-route.tsx": {
    code: 'import { Input } from "@mantine/core";',
    imports: [`${CORE}/index.mjs`, "/app/ui/card.ts"],
  },
};

describe("the files that a build puts shared modules into", () => {
  const chunks = assignChunks("/app", graphOf(sources));

  it.each([
    ["public", "/app/lib/address.ts"],
    ["start", "/app/lib/router.ts"],
    ["kit", `${CORE}/button.mjs`],
    ["sign-in", `${CORE}/input.mjs`],
    ["frame", `${CORE}/menu.mjs`],
    ["frame", "/app/ui/card.ts"],
    ["home", "/app/features/home/today.ts"],
    ["dialogs", "/app/ui/dialog.ts"],
    [undefined, "/app/app/main.tsx"],
    [undefined, "/app/ui/almost.ts"],
    [undefined, "/app/lib/password.ts"],
    [undefined, `${CORE}/modal.mjs`],
  ])("are %s for %s", (chunk, id) => {
    expect(chunks.get(id)).toBe(chunk);
  });

  it("stop the build when a first screen was moved", () => {
    const { "/app/app/home/home-route.tsx": _, ...others } = sources;
    expect(() => assignChunks("/app", graphOf(others))).toThrow(
      /home-route\.tsx, which the client doesn't load/,
    );
  });
});

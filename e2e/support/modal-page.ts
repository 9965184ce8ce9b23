import { join } from "node:path";
import { createServer } from "vite";

const ROOT = join(import.meta.dirname, "..", "..");

/** A page that shows the generic modal in the size given in its address, since no screen uses all sizes yet. */
export async function openModalPage(): Promise<{ url: string } & AsyncDisposable> {
  const server = await createServer({
    root: ROOT,
    logLevel: "error",
    cacheDir: join(ROOT, "node_modules", ".vite-browser-tests"),
    server: { host: "127.0.0.1", port: 0, hmr: false, watch: null },
    optimizeDeps: { entries: ["e2e/support/modal/page.tsx"] },
  });
  await server.listen();
  const address = server.httpServer!.address();
  const port = typeof address === "object" ? address!.port : 0;
  return {
    url: `http://127.0.0.1:${port}/e2e/support/modal/index.html`,
    [Symbol.asyncDispose]: () => server.close(),
  };
}

// Restarts the server on each change of its files; Vite serves the client and reloads it in the browser.
import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import { createServer } from "vite";
import { loadConfig } from "../server/config.ts";

const ROOT = join(import.meta.dirname, "..");
/** Vite listens on the usual address; the server behind it takes the next port. */
const config = loadConfig(process.env);
const serverPort = config.port + 1;
const DEVELOPMENT = ["--from-sources", "--without-client", "--check-answers"];
const target = `http://127.0.0.1:${serverPort}`;

const server: ChildProcess = spawn(
  process.execPath,
  ["--watch", "--watch-preserve-output", "server/main.ts", ...DEVELOPMENT],
  {
    cwd: ROOT,
    stdio: "inherit",
    env: {
      ...process.env,
      PORT: String(serverPort),
      HOST: "127.0.0.1",
      // One process, which Node restarts when a file changes.
      WORKERS: "1",
      // Origins, links and cookies use the address in the browser's address bar.
      BASE_URL: config.baseUrl,
    },
  },
);

const vite = await createServer({
  root: ROOT,
  clearScreen: false,
  server: {
    port: config.port,
    strictPort: true,
    host: config.host,
    proxy: {
      "/api": { target, ws: true },
      "/health": { target },
      "/metrics": { target },
    },
  },
});
await vite.listen();
console.log(`Develop at ${config.baseUrl} (the server behind it: port ${serverPort})`);

let stopping = false;
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.on(signal, () => {
    if (stopping) return;
    stopping = true;
    server.kill("SIGTERM");
    void vite.close();
  });
}
server.once("exit", (code) => {
  void vite.close().then(() => process.exit(code ?? 0));
});

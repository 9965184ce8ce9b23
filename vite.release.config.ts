import { defineConfig, mergeConfig } from "vite";
import server from "./vite.server.config.ts";

/** The server and the operator's commands of a release archive, in one build. */
export default defineConfig(
  mergeConfig(server, { build: { ssr: "scripts/release/main.ts", outDir: process.env.BUILD_OUT } }),
);

import { defineConfig } from "vite";

/**
 * Packages that stay in `node_modules`: they hold native programs or read files of theirs by name, or they are large
 * and needed by few.
 */
export const EXTERNAL = [
  "@aws-sdk/client-s3",
  "@aws-sdk/s3-request-presigner",
  "@google-cloud/storage",
  "@napi-rs/image",
  "google-auth-library",
  "nodemailer",
  "pdfkit",
  "pg-native",
];

/** The server, without its client, as one file; what is loaded later is in files of its own. See docs/how/server-as-one-file.md. */
export default defineConfig({
  publicDir: false,
  build: {
    ssr: "server/run.ts",
    outDir: process.env.BUILD_OUT ?? "dist/server",
    // A running server may still load a part of the former build.
    emptyOutDir: false,
    target: "node24",
    minify: false,
    rolldownOptions: {
      experimental: { lazyBarrel: true },
      // V8 keeps sources in memory, with two bytes for each character where one of them isn't ASCII.
      output: { charset: "ascii", comments: { legal: true, annotation: false, jsdoc: false } },
    },
  },
  ssr: { noExternal: true, external: EXTERNAL },
});

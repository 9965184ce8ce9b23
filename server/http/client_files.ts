import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { extname, join, sep } from "node:path";
import { pipeline } from "node:stream";
import { promisify } from "node:util";
import { brotliCompress, constants, createGunzip, gzip } from "node:zlib";
import { ORIGIN_MARK } from "../../lib/origin-mark.ts";
import { finishPage } from "./app_page.ts";
import { finishWorker } from "./app_worker.ts";
import { isPagePath } from "./page_paths.ts";

const TYPES: Record<string, string> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".json": "application/json",
  ".webmanifest": "application/manifest+json",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".jpg": "image/jpeg",
  ".webp": "image/webp",
  ".avif": "image/avif",
  ".ico": "image/x-icon",
  ".woff2": "font/woff2",
  ".txt": "text/plain; charset=utf-8",
  ".xml": "application/xml",
  ".wasm": "application/wasm",
  ".bcmap": "application/octet-stream",
  ".pfb": "application/octet-stream",
};

/** For files compressed at the start: the best quality, 11, takes two and a half times as long for 3 % less. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 10 } };

/** Encodings that the build writes next to a file, the smaller one first. */
const ENCODINGS = [
  { name: "br", extension: ".br", compress: (bytes: Buffer) => promisify(brotliCompress)(bytes, BROTLI) },
  { name: "gzip", extension: ".gz", compress: (bytes: Buffer) => promisify(gzip)(bytes) },
] as const;

/** The folder of prerendered public pages; `pages/pricing.html` is `/pricing`. */
const PAGE = /^\/pages(\/.+)\.html$/;
/** Texts that may contain the server's own address. */
const NAMES_ORIGIN = /^\/pages\/|\.(?:xml|txt)$/;

/** The app's page, and which files its screens need first, as the build writes it. */
const PAGE_FILE = "/index.html";
const PRELOADS_FILE = "/preloads.json";
const WORKER_FILE = "/worker.js";

/** Where browsers send what another app shares with the installed app (public/manifest.webmanifest). */
const SHARE_PATH = "/share";

/** The cookie of a session, with any prefix. Whether the session is valid, the page needn't know. */
const SESSION_COOKIE = /\.session_token=/;

type Variant = { bytes: Buffer; etag: string };
type File = {
  type: string;
  cacheControl: string;
  /** Without an encoding. A file that is held as gzip has no bytes here: it is decompressed on request. */
  plain: { bytes: Buffer | null; byteLength: number; etag: string };
  encoded: Map<string, Variant>;
};

/** The page at some addresses, for people who are probably signed in. */
type SignedInPage = { pattern: RegExp; file: File };

/**
 * The built client, held in memory: it is a few megabytes, and a rebuild can't break a running server. Files that the
 * build compresses are held compressed only.
 */
export class ClientFiles {
  readonly #files: Map<string, File>;
  readonly #signedIn: readonly SignedInPage[];
  /** Identifies the build of the client: the address of its entry script. Null without a client. */
  readonly build: string | null;

  private constructor(files: Map<string, File>, signedIn: readonly SignedInPage[], build: string | null) {
    this.#files = files;
    this.#signedIn = signedIn;
    this.build = build;
  }

  /**
   * Reads the directory that Vite built; without it the client has no files.
   * @param origin the public address, for links that must be absolute
   * @param settingsOf the settings for browsers, which become part of the page, of the build that is served
   * @param headers the headers of every response, with which browsers keep the page
   * @param isKept whether browsers keep the app on the device
   */
  static async load(
    directory: string,
    origin: string,
    settingsOf: (build: string | null) => unknown,
    { headers = {}, isKept = true }: { headers?: Record<string, string>; isKept?: boolean } = {},
  ): Promise<ClientFiles> {
    const entries = await readdir(directory, { recursive: true, withFileTypes: true }).catch(() => []);
    const paths = new Set(
      entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name)),
    );
    const files = new Map<string, File>();
    // Pages are made of these; they aren't served as they are.
    const texts = new Map<string, string>();
    for (const path of paths) {
      const type = TYPES[extname(path)];
      if (!type) continue;
      const url = `/${path
        .slice(directory.length + 1)
        .split(sep)
        .join("/")}`;
      const written = await readFile(path);
      if (url === PAGE_FILE || url === PRELOADS_FILE || url === WORKER_FILE) {
        texts.set(url, written.toString("utf8"));
        continue;
      }
      const bytes = NAMES_ORIGIN.test(url) ? withOrigin(written, origin) : written;
      const encoded = bytes === written ? await readEncoded(path, paths) : await encode(bytes);
      files.set(getUrlPath(url), findFile(url, type, bytes, encoded));
    }
    const built = texts.get(PAGE_FILE);
    if (built === undefined) return new ClientFiles(files, [], null);
    const preloads = texts.get(PRELOADS_FILE) ?? "{}";
    const page = finishPage(built, JSON.parse(preloads), settingsOf);
    files.set(PAGE_FILE, await createFile(PAGE_FILE, page.html));
    const worker = texts.get(WORKER_FILE);
    if (worker !== undefined)
      files.set(
        WORKER_FILE,
        await createFile(WORKER_FILE, finishWorker(worker, isKept ? [page.html, headers] : null)),
      );
    const signedIn = page.signedIn.map(async ({ pattern, html }) => ({
      pattern,
      file: await createFile(PAGE_FILE, html),
    }));
    return new ClientFiles(files, await Promise.all(signedIn), page.build);
  }

  /**
   * Responds with a file, or with the app's page at each address of the app, unless a program fetches it as another
   * kind of file. At any other address a browser gets the page as well, with 404: from there the app goes on as the
   * specification requires.
   */
  serve(request: IncomingMessage, response: ServerResponse, path: string): void {
    // The service worker takes shared items; without it, the app's page explains that they are lost.
    if (request.method === "POST" && path === SHARE_PATH) {
      response.writeHead(303, { Location: `${SHARE_PATH}?lost`, "Cache-Control": "no-store" }).end();
      return;
    }
    if (request.method !== "GET" && request.method !== "HEAD") {
      response
        .writeHead(405, { Allow: "GET, HEAD", "Content-Type": "text/plain" })
        .end("Method not allowed\n");
      return;
    }
    const file = this.#files.get(path);
    if (file) return send(request, response, file, 200);
    const page = this.#page(request, path);
    if (page && isPagePath(path) && acceptsPage(request)) return send(request, response, page, 200);
    if (page && isNavigation(request)) return send(request, response, page, 404);
    response.writeHead(404, { "Content-Type": "text/plain", "Cache-Control": "no-store" }).end("Not found\n");
  }

  #page({ headers }: IncomingMessage, path: string): File | undefined {
    const found = SESSION_COOKIE.test(headers.cookie ?? "")
      ? this.#signedIn.find(({ pattern }) => pattern.test(path))
      : undefined;
    return found?.file ?? this.#files.get(PAGE_FILE);
  }
}

async function createFile(url: string, text: string): Promise<File> {
  const bytes = Buffer.from(text);
  return findFile(url, TYPES[extname(url)]!, bytes, await encode(bytes));
}

function findFile(url: string, type: string, bytes: Buffer, encoded: Map<string, Variant>): File {
  const { byteLength } = bytes;
  const plain = { bytes: encoded.has("gzip") ? null : bytes, byteLength, etag: variant(bytes).etag };
  return { type, encoded, cacheControl: cacheControl(url), plain };
}

/** The encodings that the build wrote next to a file, among these paths. */
async function readEncoded(path: string, paths: ReadonlySet<string>): Promise<Map<string, Variant>> {
  const encoded = new Map<string, Variant>();
  for (const { name, extension } of ENCODINGS) {
    if (paths.has(path + extension)) encoded.set(name, variant(await readFile(path + extension)));
  }
  return encoded;
}

async function encode(bytes: Buffer): Promise<Map<string, Variant>> {
  const encoded = new Map<string, Variant>();
  for (const { name, compress } of ENCODINGS) encoded.set(name, variant(await compress(bytes)));
  return encoded;
}

/** The URL of a file: its own path, or for a public page the path of its route. */
function getUrlPath(url: string): string {
  const page = PAGE.exec(url)?.[1];
  return page === "/index" ? "/" : (page ?? url);
}

function withOrigin(bytes: Buffer, origin: string): Buffer {
  return Buffer.from(bytes.toString("utf8").replaceAll(ORIGIN_MARK, origin));
}

/** The names of built assets contain a hash of their content, so they never change. */
function cacheControl(url: string): string {
  return url.startsWith("/assets/") ? "public, max-age=31536000, immutable" : "no-cache";
}

function variant(bytes: Buffer): Variant {
  return { bytes, etag: `"${createHash("sha256").update(bytes).digest("base64url").slice(0, 27)}"` };
}

/**
 * Whether a browser opens a page, by its headers: a script or image with a wrong name must not receive one. A page that
 * Firefox opens by a service worker comes as "same-origin" with the destination "empty": only `Accept` distinguishes it from a
 * script's request.
 */
function isNavigation({ headers }: IncomingMessage): boolean {
  const mode = headers["sec-fetch-mode"] ?? "same-origin";
  return mode === "navigate" || (mode === "same-origin" && (headers.accept?.includes("text/html") ?? false));
}

/** Whether the client accepts a page: also messengers that show a preview, and uptime checks. */
function acceptsPage(request: IncomingMessage): boolean {
  const { accept, "sec-fetch-mode": mode, "sec-fetch-dest": destination } = request.headers;
  if (mode !== undefined || destination !== undefined)
    return isNavigation(request) || destination === "document";
  return accept === undefined || /text\/(html|\*)|\*\/\*/.test(accept);
}

function send(request: IncomingMessage, response: ServerResponse, file: File, status: 200 | 404): void {
  const encoding = file.encoded.size > 0 ? acceptedEncoding(request, file) : undefined;
  const { bytes, etag } = (encoding && file.encoded.get(encoding)) || file.plain;
  response.setHeader("Cache-Control", file.cacheControl);
  response.setHeader("ETag", etag);
  if (file.encoded.size > 0) response.setHeader("Vary", "Accept-Encoding");
  if (
    status === 200 &&
    request.headers["if-none-match"]?.split(/\s*,\s*/).some((tag) => tag.replace(/^W\//, "") === etag)
  ) {
    response.writeHead(304).end();
    return;
  }
  response.writeHead(status, {
    "Content-Type": file.type,
    "Content-Length": bytes?.byteLength ?? file.plain.byteLength,
    ...(encoding ? { "Content-Encoding": encoding } : {}),
  });
  if (request.method === "HEAD") response.end();
  else if (bytes) response.end(bytes);
  else decompress(file.encoded.get("gzip")!.bytes, response);
}

function decompress(bytes: Buffer, response: ServerResponse): void {
  const plain = createGunzip();
  plain.end(bytes);
  // A failure ends the response, and nothing else can be done about it.
  pipeline(plain, response, () => {});
}

function acceptedEncoding({ headers }: IncomingMessage, file: File): string | undefined {
  const accepted = String(headers["accept-encoding"] ?? "")
    .split(",")
    .map((part) =>
      part
        .trim()
        .toLowerCase()
        .split(/\s*;\s*/),
    )
    .filter(([, quality]) => !/^q=0(\.0*)?$/.test(quality ?? ""))
    .map(([name]) => name);
  return ENCODINGS.find(({ name }) => accepted.includes(name) && file.encoded.has(name))?.name;
}

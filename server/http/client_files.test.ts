import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync, brotliDecompressSync, gzipSync } from "node:zlib";
import { Hono } from "hono";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createLog } from "../log.ts";
import { ClientFiles } from "./client_files.ts";
import { createMetrics } from "./metrics.ts";
import { type HttpServer, listen } from "./server.ts";

const SCRIPT = "console.log('care');".repeat(100);
const PAGE =
  '<!doctype html><head><title>CareDiary</title><!--settings--><script type="module" src="/assets/main-abc123.js"></script></head>';
/** The page as it is sent: with the settings, in which no text can end the script. */
const SENT = PAGE.replace(
  "<!--settings-->",
  '<script type="application/json" id="settings" data-texts="screen-0" data-texts-with-parts="screen-0">{"name":"\\u003c/script>","build":"/assets/main-abc123.js"}</script>',
);
const ORIGIN = "https://care.example.org";
const PUBLIC_PAGE = `<!doctype html><title>Pricing</title><meta property="og:image" content="%ORIGIN%/social.png">`;

let directory: string;
let server: HttpServer;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "carediary-client-"));
  await mkdir(join(directory, "assets"));
  await writeFile(join(directory, "index.html"), PAGE);
  await writeFile(
    join(directory, "preloads.json"),
    JSON.stringify({
      "/care/$id": {
        files: ["/assets/main-abc123.js", "/assets/notes.js", "/assets/notes.css"],
        parts: ["/assets/doses.js", "/assets/doses.css"],
        texts: "screen-1",
        textsWithParts: "screen-2",
      },
      "*": { files: [], parts: [], texts: "screen-0", textsWithParts: "screen-0" },
    }),
  );
  await writeFile(join(directory, "favicon.svg"), "<svg/>");
  await mkdir(join(directory, "pages/de"), { recursive: true });
  for (const page of ["pricing", "de", "de/pricing"])
    await writeFile(join(directory, `pages/${page}.html`), PUBLIC_PAGE);
  await writeFile(join(directory, "robots.txt"), "Sitemap: %ORIGIN%/sitemap.xml");
  await writeFile(join(directory, "secret.key"), "not a page");
  await writeFile(join(directory, "assets/main-abc123.js"), SCRIPT);
  await writeFile(join(directory, "assets/main-abc123.js.br"), brotliCompressSync(SCRIPT));
  await writeFile(join(directory, "assets/main-abc123.js.gz"), gzipSync(SCRIPT));
  server = await listen({ port: 0, host: "127.0.0.1", log: createLog("silent"), metrics: createMetrics() });
});
afterAll(async () => {
  await server.close();
  await rm(directory, { recursive: true });
});

describe("the built client", () => {
  it("answers 503 until the server is ready, then with the files", async () => {
    expect((await ask("/")).status).toBe(503);
    const client = await ClientFiles.load(directory, ORIGIN, (build) => ({ name: "</script>", build }));
    const api = new Hono().get("/api/ping", (c) => c.json("pong")).notFound((c) => c.json({}, 404));
    server.open({
      api,
      client,
      headers: { "X-Everywhere": "yes" },
      upgrade: (_, socket) => socket.destroy(),
    });
    expect((await ask("/", { accept: "text/html" })).body.toString()).toBe(SENT);
  });

  it("names a screen's files in the page of people with a session, so that they load at once", async () => {
    const page = async (path: string, cookie = "") =>
      (await ask(path, { accept: "text/html", cookie })).body.toString();
    const session = "__Host-carediary.session_token=anything";
    expect(await page("/care/abc", session)).toBe(
      SENT.replace(
        "</head>",
        '<link rel="modulepreload" crossorigin href="/assets/notes.js"><link rel="preload" as="style" crossorigin href="/assets/notes.css"></head>',
      ).replace(
        'id="settings" data-texts="screen-0" data-texts-with-parts="screen-0"',
        'id="settings" data-session data-parts="/assets/doses.js /assets/doses.css" data-texts="screen-1" data-texts-with-parts="screen-2"',
      ),
    );
    expect(await page("/care/abc")).toBe(SENT);
    expect(await page("/tasks", session)).toBe(SENT);
    expect((await ask("/preloads.json")).status).toBe(404);
  });

  it("lets browsers cache hashed assets for a year and revalidate the page", async () => {
    const asset = await ask("/assets/main-abc123.js");
    expect(asset.headers["cache-control"]).toBe("public, max-age=31536000, immutable");
    expect(asset.headers["content-type"]).toBe("text/javascript; charset=utf-8");
    expect((await ask("/favicon.svg")).headers["cache-control"]).toBe("no-cache");
    expect((await ask("/index.html")).headers["cache-control"]).toBe("no-cache");
  });

  it("sends the smallest encoding that the browser accepts", async () => {
    const brotli = await ask("/assets/main-abc123.js", { "accept-encoding": "gzip, deflate, br" });
    expect(brotli.headers["content-encoding"]).toBe("br");
    expect(brotliDecompressSync(brotli.body).toString()).toBe(SCRIPT);
    const gzip = await ask("/assets/main-abc123.js", { "accept-encoding": "gzip, br;q=0" });
    expect(gzip.headers["content-encoding"]).toBe("gzip");
    const plain = await ask("/assets/main-abc123.js");
    expect(plain.headers["content-encoding"]).toBeUndefined();
    expect(plain.body.toString()).toBe(SCRIPT);
    expect(plain.headers["content-length"]).toBe(String(SCRIPT.length));
    expect((await ask("/assets/main-abc123.js", {}, "HEAD")).headers).toMatchObject({
      etag: plain.headers.etag,
      "content-length": plain.headers["content-length"],
    });
    expect(plain.headers.vary).toBe("Accept-Encoding");
    expect(new Set([brotli, gzip, plain].map(({ headers }) => headers.etag)).size).toBe(3);
  });

  it("answers 304 for a file that the browser already has", async () => {
    const { headers } = await ask("/favicon.svg");
    const again = await ask("/favicon.svg", { "if-none-match": String(headers.etag) });
    expect(again.status).toBe(304);
    expect(again.body).toHaveLength(0);
    expect((await ask("/favicon.svg", { "if-none-match": '"other"' })).status).toBe(200);
  });

  it.each([
    ["/care/some-notebook/notes", { accept: "text/html,*/*" }, 200],
    ["/care/some-notebook/notes", { "sec-fetch-mode": "navigate" }, 200],
    ["/care/some-notebook/notes", { accept: "*/*" }, 200],
    ["/invitations/some-token/accept", {}, 200],
    ["/home", { accept: "*/*", "sec-fetch-mode": "cors", "sec-fetch-dest": "empty" }, 404],
    ["/home", { accept: "*/*", "sec-fetch-mode": "same-origin", "sec-fetch-dest": "empty" }, 404],
    ["/home", { accept: "text/html,*/*", "sec-fetch-mode": "same-origin", "sec-fetch-dest": "empty" }, 200],
    ["/home", { accept: "application/json" }, 404],
    ["/homes", { "sec-fetch-mode": "navigate", "sec-fetch-dest": "document" }, 404],
    ["/home/more", { accept: "text/html" }, 404],
    ["/de/unknown", { "sec-fetch-mode": "navigate" }, 404],
    ["/demo", { "sec-fetch-mode": "navigate" }, 200],
    ["/assets/gone-123.js", { accept: "*/*" }, 404],
    ["/assets/gone-123.js", { "sec-fetch-mode": "no-cors", accept: "text/html" }, 404],
    ["/api/unknown", { accept: "text/html", "sec-fetch-mode": "navigate" }, 404],
    ["/secret.key", {}, 404],
    ["/../package.json", {}, 404],
    ["/..%2f..%2fpackage.json", {}, 404],
    ["//evil.example/", { accept: "text/html" }, 400],
  ])("answers %s with %j with status %i", async (path, headers, status) => {
    const answer = await ask(path, headers);
    expect(answer.status).toBe(status);
    expect(answer.headers["x-everywhere"]).toBe("yes");
    expect(answer.headers["x-request-id"]).toMatch(/^[0-9a-f-]{36}$/);
  });

  it("answers a browser at an unknown address with the page and status 404", async () => {
    const answer = await ask("/no/such/page", { accept: "text/html", "if-none-match": "*" });
    expect([answer.status, answer.body.toString()]).toEqual([404, SENT]);
    const fetched = await ask("/no/such/page", { accept: "*/*" });
    expect([fetched.status, fetched.body.toString()]).toEqual([404, "Not found\n"]);
  });

  it.each(["/pricing", "/de", "/de/pricing"])(
    "serves the public page %s to any client, with the server's address in it",
    async (path) => {
      const expected = PUBLIC_PAGE.replace("%ORIGIN%", ORIGIN);
      // Messengers that fetch a page for its picture accept anything.
      const requestHeaders: Record<string, string>[] = [{ accept: "*/*" }, { "sec-fetch-mode": "navigate" }];
      for (const headers of requestHeaders) {
        const page = await ask(path, headers);
        expect(page.body.toString()).toBe(expected);
        expect(page.headers).toMatchObject({
          "content-type": "text/html; charset=utf-8",
          "cache-control": "no-cache",
        });
      }
      const small = await ask(path, { "accept-encoding": "br" });
      expect(brotliDecompressSync(small.body).toString()).toBe(expected);
      expect((await ask(`/pages${path}.html`)).status).toBe(404);
      expect((await ask("/robots.txt")).body.toString()).toBe(`Sitemap: ${ORIGIN}/sitemap.xml`);
    },
  );

  it("accepts only GET and HEAD, and leaves the API to its own routes", async () => {
    expect((await ask("/", {}, "POST")).status).toBe(405);
    const head = await ask("/", { accept: "text/html" }, "HEAD");
    expect(head.headers["content-length"]).toBe(String(SENT.length));
    const pong = await ask("/api/ping");
    expect(pong.body.toString()).toBe('"pong"');
    expect(pong.headers["x-everywhere"]).toBe("yes");
  });
});

type Answer = { status: number; headers: Record<string, string | string[] | undefined>; body: Buffer };

/** Without `fetch`, which mends paths and unpacks bodies. */
function ask(path: string, headers: Record<string, string> = {}, method = "GET"): Promise<Answer> {
  return new Promise((resolve, reject) => {
    request({ host: "127.0.0.1", port: server.port, path, headers, method }, async (response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of response) chunks.push(chunk);
      resolve({ status: response.statusCode!, headers: response.headers, body: Buffer.concat(chunks) });
    })
      .on("error", reject)
      .end();
  });
}

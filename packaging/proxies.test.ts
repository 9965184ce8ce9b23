import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { openSync } from "node:fs";
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it, type TestContext } from "vitest";
import { WebSocket } from "ws";
import { product } from "../registry/product.ts";
import { loadConfig } from "../server/config.ts";
import { freePort } from "../server/http/free_port.ts";
import { PAGE_PATHS } from "../server/http/page_paths.ts";
import { SECRET_PATHS, SECRET_PATTERN } from "../server/http/secret_paths.ts";
import { createLog } from "../server/log.ts";
import { type Node, startNode } from "../server/node.ts";
import { trustedCertificate } from "../test/certificate.ts";
import { createTestDatabase } from "../test/database.ts";
import { type DebianPackage, missingPrograms } from "../test/debian-programs.ts";

const HERE = import.meta.dirname;

let directory: string;
let database: Awaited<ReturnType<typeof createTestDatabase>>;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "carediary-proxies-"));
  await chmod(directory, 0o755);
  const { cert, key } = trustedCertificate();
  await writeFile(join(directory, "cert.pem"), cert);
  await writeFile(join(directory, "key.pem"), key);
  database = await createTestDatabase();
});
afterAll(async () => {
  await database?.drop();
  await rm(directory, { recursive: true, force: true });
});

/** The examples as they are, with this test's ports and certificate. */
const PROXIES: Record<
  string,
  {
    package: DebianPackage;
    start(ports: { https: number; http: number; app: number }): Promise<ChildProcess>;
  }
> = {
  nginx: {
    package: "nginx-light",
    async start({ https, http, app }) {
      const example = await readFile(join(HERE, "nginx.conf"), "utf8");
      const site = example
        .replaceAll(/listen \[::\]:\d+( ssl)?;/g, "")
        .replace("listen 443 ssl", `listen 127.0.0.1:${https} ssl`)
        .replace("listen 80", `listen 127.0.0.1:${http}`)
        .replaceAll("care.example.org", "localhost")
        .replace(/ssl_certificate .*;/, `ssl_certificate ${directory}/cert.pem;`)
        .replace(/ssl_certificate_key .*;/, `ssl_certificate_key ${directory}/key.pem;`)
        .replaceAll("/var/log/nginx/carediary.log", `${directory}/access-${https}.log`)
        .replaceAll("127.0.0.1:3000", `127.0.0.1:${app}`);
      const file = join(directory, `nginx-${https}.conf`);
      const paths = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
        .map((name) => `${name}_temp_path ${directory}/${name};`)
        .join("\n");
      await writeFile(
        file,
        `daemon off; pid ${directory}/nginx-${https}.pid; error_log ${directory}/error-${https}.log;
         events {} http { ${paths}\n${site} }`,
      );
      return spawn("/usr/sbin/nginx", ["-c", file, "-e", join(directory, `error-${https}.log`)], {
        stdio: "ignore",
      });
    },
  },
  Caddy: {
    package: "caddy",
    async start({ https, http, app }) {
      const example = await readFile(join(HERE, "Caddyfile"), "utf8");
      const site = example
        // The first block has settings of the whole program. Errors that the example answers are logged for debugging only.
        .replace("\n{\n", `\n{\n\tdebug\n\tadmin off\n\thttp_port ${http}\n\thttps_port ${https}\n`)
        .replace(
          "care.example.org {",
          `localhost:${https} {\n\ttls ${directory}/cert.pem ${directory}/key.pem`,
        )
        .replace("/var/log/caddy/carediary.log", join(directory, `access-${https}.log`))
        .replace("127.0.0.1:3000", `127.0.0.1:${app}`);
      const file = join(directory, `Caddyfile-${https}`);
      await writeFile(file, site);
      const home = join(directory, "caddy");
      await mkdir(home, { recursive: true });
      const errors = openSync(join(directory, `error-${https}.log`), "w");
      return spawn("caddy", ["run", "--config", file, "--adapter", "caddyfile"], {
        stdio: ["ignore", "ignore", errors],
        env: { ...process.env, HOME: home, XDG_DATA_HOME: home, XDG_CONFIG_HOME: home },
      });
    },
  },
};

describe.each(Object.entries(PROXIES))("the example of %s", (name, proxy) => {
  /** Runs the proxy before a port of this machine, or skips the test where the program is missing. */
  async function running(skip: TestContext["skip"], https: number, app: number) {
    if (missingPrograms([proxy.package]).length > 0) {
      const note = `Not tested with ${name}: install ${proxy.package}`;
      process.stderr.write(`\n${"!".repeat(79)}\n${note}\n${"!".repeat(79)}\n`);
      skip(note);
    }
    const http = await freePort();
    const child = await proxy.start({ https, http, app });
    const url = `https://localhost:${https}`;
    for (let tries = 0; tries < 100; tries++) {
      if (
        await fetch(url).then(
          () => true,
          () => false,
        )
      )
        break;
      await sleep(50);
    }
    return {
      url,
      http,
      async [Symbol.asyncDispose]() {
        child.kill();
        if (child.exitCode === null) await once(child, "exit");
      },
    };
  }

  it("passes pages, large files and live connections on", async ({ skip }) => {
    const https = await freePort();
    const config = loadConfig({
      PORT: "0",
      DATA_DIR: join(directory, `data-${name}`),
      DATABASE_URL: database.connectionString,
      // The nodes of this test share a database, each with a directory of its own.
      SECRET_KEY: "a secret of this test, long enough",
      BASE_URL: `https://localhost:${https}`,
      TRUST_PROXY: "true",
    });
    await mkdir(config.dataDir, { recursive: true });
    let node: Node | undefined;
    try {
      const port = await freePort();
      node = await startNode(
        { ...config, port },
        {
          ...product,
          log: createLog("silent"),
          client: async () => join(directory, "no client"),
        },
      );
      await using proxied = await running(skip, https, port);
      const settings = await fetch(`${proxied.url}/api/settings`);
      expect(await settings.json()).toMatchObject({ productName: "CareDiary" });
      expect(settings.headers.get("strict-transport-security")).toBeTruthy();

      // As large as a file may be; the answer is ours, not the proxy's.
      const upload = await fetch(`${proxied.url}/api/files/none`, {
        method: "PUT",
        body: new Uint8Array(10 * 1024 * 1024 - 1),
      });
      expect(upload.headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);

      expect(await opened(`wss://localhost:${https}/api/1.48.0/sync`, proxied.url)).toBe("open");
      expect(await opened(`wss://localhost:${https}/api/1.48.0/sync`, "https://evil.example")).toBe(403);
      const plain = await fetch(`http://localhost:${proxied.http}/care?x=1`, { redirect: "manual" });
      expect(plain.status).toBeGreaterThanOrEqual(301);
      expect(plain.headers.get("location")).toMatch(/^https:\/\/localhost(:\d+)?\/care\?x=1$/);
    } finally {
      await node?.stop();
    }
  });

  it("says whose request it is, and takes no word of the client for it", async ({ skip }) => {
    const seen: IncomingHttpHeaders[] = [];
    const echo = createServer((request, response) => {
      seen.push(request.headers);
      response.end();
    }).listen(0, "127.0.0.1");
    await once(echo, "listening");
    try {
      await using proxied = await running(skip, await freePort(), (echo.address() as AddressInfo).port);
      await fetch(`${proxied.url}/x`, { headers: { "x-forwarded-for": "203.0.113.9" } });
      const { "x-forwarded-for": forwarded, host } = seen.at(-1)!;
      expect(String(forwarded).split(",").at(-1)!.trim()).toMatch(/^(127\.0\.0\.1|::1)$/);
      expect(host).toBe(new URL(proxied.url).host);
    } finally {
      echo.close();
    }
  });

  it("hides secret links and what follows a question mark in all its logs, also while the server is away", async ({
    skip,
  }) => {
    const upstream = createServer((_, response) => response.end()).listen(0, "127.0.0.1");
    await once(upstream, "listening");
    const https = await freePort();
    const proxied = await running(skip, https, (upstream.address() as AddressInfo).port);
    const secrets = [
      ...SECRET_PATHS.map((path) => `${path}canary.ics`),
      ...PAGE_PATHS.filter((path) => path.includes("$token")).map((path) => path.replace("$token", "canary")),
      "/care?returnTo=/invitations/canary",
      "/sign-in?returnTo=%2Finvitations%2Fcanary",
      "/api/auth/oidc/callback?code=canary&state=canary",
    ];
    const askAll = async () => {
      for (const path of secrets) {
        const referer = { referer: `https://localhost/invitations/canary` };
        await fetch(`${proxied.url}${path}`, { headers: referer });
        await fetch(`http://localhost:${proxied.http}${path}`, { headers: referer, redirect: "manual" });
      }
      return (await fetch(`${proxied.url}/care/plain`)).status;
    };
    expect(await askAll()).toBe(200);
    upstream.closeAllConnections();
    await new Promise((resolve) => upstream.close(resolve));
    expect(await askAll()).toBe(502);
    await proxied[Symbol.asyncDispose]();

    const [access, errors] = await Promise.all(
      ["access", "error"].map((log) => readFile(join(directory, `${log}-${https}.log`), "utf8")),
    );
    expect(access).not.toContain("canary");
    expect(errors).not.toContain("canary");
    // They say what an operator needs.
    expect(access).toContain("/care/plain");
    expect(access).toContain("/api/calendars/:hidden");
    if (name === "Caddy") expect(errors).toContain("/care/plain");
  });

  it("has the list of secret paths that the server has; node scripts/proxies.ts writes it", async () => {
    const example = await readFile(join(HERE, name === "nginx" ? "nginx.conf" : "Caddyfile"), "utf8");
    const times = name === "nginx" ? 1 : 2;
    expect(example.split(SECRET_PATTERN)).toHaveLength(times + 1);
  });

  it("answers what is too large with a sentence", async ({ skip }) => {
    const upstream = createServer((request, response) => {
      request.resume().on("end", () => response.end());
    }).listen(0, "127.0.0.1");
    await once(upstream, "listening");
    try {
      await using proxied = await running(skip, await freePort(), (upstream.address() as AddressInfo).port);
      const body = new Uint8Array(13 * 1024 * 1024);
      const refused = await fetch(`${proxied.url}/api/files/x`, { method: "PUT", body });
      expect(refused.status).toBe(413);
      expect(await refused.text()).toMatch(/too large/i);
    } finally {
      upstream.close();
    }
  });
});

/** "open", or the status with which the connection was refused. */
function opened(url: string, origin: string): Promise<"open" | number> {
  const socket = new WebSocket(url, { origin });
  return new Promise<"open" | number>((resolve, reject) => {
    socket.once("open", () => resolve("open"));
    socket.once("unexpected-response", (_, response) => resolve(response.statusCode!));
    socket.once("error", reject);
  }).finally(() => socket.terminate());
}

import type { HttpBindings } from "@hono/node-server";
import { type Context, Hono } from "hono";
import { describeRefusal } from "../../server/http/refusal.ts";
import type { AuthProvider } from "../auth/auth_provider.ts";
import type { Config } from "../config.ts";
import { DiskFull, isDiskFull } from "../disk.ts";
import type { Logger } from "../log.ts";
import { BUSY } from "../sync/failures.ts";
import { isTemporaryDatabaseError } from "../sync/sqlstate.ts";
import { limitBody } from "./body.ts";
import { readReport } from "./csp_report.ts";
import type { Readiness } from "./health.ts";
import { type Metrics, mayReadMetrics } from "./metrics.ts";
import { REPORT_PATH } from "./security_headers.ts";
import type { PublicSettings } from "./settings.ts";

const KILOBYTE = 1024;
/** Enough for a program file of 2 MB or a photo of 3 MB inside a call; other routes have smaller limits. */
const LARGEST_BODY = 4 * KILOBYTE * KILOBYTE;
/** A browser's report of a violation of the content security policy: some addresses and the policy itself. */
const LARGEST_REPORT = 8 * KILOBYTE;

/** The most reports written to the log; all are counted. Anybody may send them. */
const REPORTS_LOGGED = { max: 20, windowMs: 60_000 };

export type ApiParts = {
  config: Config;
  log: Logger;
  auth: AuthProvider;
  /** The functions over HTTP. */
  functions: Hono;
  files: Hono<Env>;
  /** Routes of rooms in addition to their functions. */
  routes: readonly Hono[];
  readiness: () => Promise<Readiness>;
  metrics: Metrics;
  settings: PublicSettings;
};

type Env = { Bindings: HttpBindings };

/** Everything below `/api`, `/health` and `/metrics`; a 404 in JSON for any other path. */
export function createApi(parts: ApiParts): Hono<Env> {
  const { config, log, auth, metrics } = parts;
  const app = new Hono<Env>();

  app.use("/api/*", async (c, next) => {
    await next();
    // Responses hold personal data unless a route sets its own header.
    if (!c.res.headers.has("Cache-Control")) c.header("Cache-Control", "no-store");
  });
  // Before the general limits, because these routes have their own: a file mustn't be held in memory, and the limit
  // for a function call depends on the caller.
  app.route("/", parts.files);
  app.route("/", parts.functions);
  app.use("/api/auth/*", limitBody(64 * KILOBYTE));
  app.use(REPORT_PATH, limitBody(LARGEST_REPORT));
  app.use("/api/*", limitBody(LARGEST_BODY));

  app.get("/health/live", (c) => c.json({ status: "ok" }, 200, { "Cache-Control": "no-store" }));
  app.get("/health/ready", async (c) => {
    const { ready, degraded, checks } = await parts.readiness();
    const status = ready ? (degraded ? "degraded" : "ok") : "failed";
    return c.json({ status, checks }, ready ? 200 : 503, { "Cache-Control": "no-store" });
  });
  app.get("/metrics", async (c) => {
    if (!mayReadMetrics(c.env.incoming, config.metricsToken)) {
      return c.json({ error: "Metrics are for this machine only, or with METRICS_TOKEN" }, 403);
    }
    return c.body(await metrics.text(), 200, { "Content-Type": metrics.registry.contentType });
  });

  app.get("/api/settings", (c) => c.json(parts.settings));
  const mayLog = createRateLimiter(REPORTS_LOGGED);
  app.post(REPORT_PATH, async (c) => {
    const report = readReport(await c.req.json().catch(() => null));
    metrics.countReport(report.directive);
    if (mayLog()) log.warn({ part: "csp", ...report }, "the content security policy stopped something");
    return c.body(null, 204);
  });
  app.on(["GET", "POST"], "/api/auth/*", async (c) => {
    const response = await auth.handle(c.req.raw, c.env.incoming.socket.remoteAddress ?? null);
    if (response.status !== 405 || response.headers.has("Allow")) return response;
    // The library refuses a method without naming the allowed one, which is one of these two.
    const headers = new Headers(response.headers);
    headers.set("Allow", c.req.method === "POST" ? "GET, HEAD" : "POST");
    return new Response(response.body, { status: 405, headers });
  });
  for (const routes of parts.routes) app.route("/", routes);

  app.notFound((c) => {
    const allowed = getMethods(app, c.req.path);
    if (allowed.length === 0) return c.json({ error: "Not found" }, 404);
    return c.json({ error: "Method not allowed" }, 405, { Allow: allowed.join(", ") });
  });
  app.onError((error, c: Context<Env>) => {
    if (isTemporaryDatabaseError(error)) {
      log.warn({ err: error }, "a request failed in passing");
      const message = isDiskFull(error) ? new DiskFull().words : BUSY;
      return c.json(describeRefusal(message), 503, { "Retry-After": "2" });
    }
    const requestId = c.env.outgoing.getHeader("X-Request-Id");
    log.error({ err: error, requestId }, "a request handler threw");
    return c.json({ error: "Internal error", id: requestId }, 500);
  });
  return app;
}

/** Returns a rate limiter: a function that is true while the present window has room for one more event. */
function createRateLimiter({ max, windowMs }: { max: number; windowMs: number }): () => boolean {
  let count = 0;
  let begin = 0;
  return () => {
    const now = performance.now();
    if (now - begin > windowMs) [count, begin] = [0, now];
    return count++ < max;
  };
}

/** The methods of a path; empty when there is no such path. */
function getMethods(app: Hono<Env>, path: string): string[] {
  const isAllowed = (method: string) =>
    app.router.match(method, path)[0].some(([[, route]]) => route.method === method);
  return ["GET", "POST", "PUT"]
    .filter(isAllowed)
    .flatMap((method) => (method === "GET" ? ["GET", "HEAD"] : method));
}

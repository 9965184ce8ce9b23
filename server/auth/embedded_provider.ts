import { AsyncLocalStorage } from "node:async_hooks";
import { CareError } from "../../lib/errors.ts";
import { systemClock } from "../clock.ts";
import { DiskFull, isDiskFull } from "../disk.ts";
import { BUSY } from "../sync/failures.ts";
import { isTemporaryDatabaseError } from "../sync/sqlstate.ts";
import { AUDIENCE } from "./audience.ts";
import type { AuthParts, AuthProvider } from "./auth_provider.ts";
import { createLocalKeys } from "./local_keys.ts";
import { createInvalidOriginError, doPasskeysWork } from "./origins.ts";
import { PASSWORD_LENGTH } from "./password.ts";
import { prepareRequest } from "./request.ts";
import { createVerifier } from "./verifier.ts";

/**
 * Responses whose time mustn't reveal whether an account exists: each takes at least this many ms, which is longer
 * than the work behind it.
 */
const MIN_RESPONSE_MS: Record<string, number> = {
  "/api/auth/request-password-reset": 300,
  "/api/auth/sign-up/email": 500,
  "/api/auth/email-change/request": 500,
  "/api/auth/email-change/send-again": 300,
};

/** When Better Auth is loaded if no request has needed it yet: after the rest of the start. */
const LOAD_AFTER_MS = 2_000;

/** Whether a request ended before all of its body arrived: then nobody waits for the answer. Node's own error. */
const isAborted = (error: unknown) =>
  error instanceof Error && error.message === "aborted" && "code" in error && error.code === "ECONNRESET";

/** Accounts, sessions and tokens by Better Auth in our own database. */
export function createEmbeddedProvider(parts: AuthParts): AuthProvider {
  const { config, database, log, clock = systemClock } = parts;
  const verifiesEmail = config.smtpUrl !== null;
  if (!verifiesEmail) {
    log.warn(
      "SMTP_URL isn't set: e-mail addresses count as unproven, and invitations are accepted by link only.",
    );
  }
  const running = new AsyncLocalStorage<Promise<unknown>[]>();
  const waitUntil = (work: Promise<unknown>) => {
    running.getStore()?.push(work);
  };
  // Better Auth is a third of all modules. It is loaded while the server runs already, or for the first request.
  const load = async () => (await import("./embedded.ts")).createEmbedded({ ...parts, waitUntil });
  let auth: ReturnType<typeof load> | undefined;
  const loadOnce = () => {
    auth ??= load();
    return auth;
  };
  clock.after(LOAD_AFTER_MS, () => void loadOnce().catch(internalError));

  /** Answers a request, and waits until the mails that it triggers are in the outbox. */
  const handleAndWait = (request: Request) =>
    running.run([], async () => {
      const { handler } = await loadOnce();
      const response = await handler(request);
      await Promise.all(running.getStore() ?? []);
      return response;
    });

  const internalError = (error: unknown) => {
    if (isAborted(error)) return Response.json({ code: "ABORTED", message: "Incomplete" }, { status: 400 });
    if (isTemporaryDatabaseError(error)) {
      log.warn({ part: "sign-in", err: error }, "a request failed in passing");
      const { message } = isDiskFull(error) ? new DiskFull() : new CareError("busy", BUSY);
      return Response.json({ code: "BUSY", message }, { status: 503, headers: { "Retry-After": "2" } });
    }
    log.error({ part: "sign-in", err: error }, "Sign-in failed unexpectedly.");
    return Response.json({ code: "INTERNAL", message: "Internal error" }, { status: 500 });
  };

  return {
    verifyToken: createVerifier({
      issuer: config.baseUrl,
      audience: AUDIENCE,
      algorithms: ["EdDSA"],
      keys: createLocalKeys(database.db, clock),
      clock,
    }),
    async handle(request, peer = null) {
      const minMs =
        verifiesEmail || !request.url.includes("/sign-up/")
          ? MIN_RESPONSE_MS[new URL(request.url).pathname]
          : 0;
      const [response] = await Promise.all([
        handleAndWait(
          prepareRequest(request, { peer, baseUrl: config.baseUrl, trustProxy: config.trustProxy }),
        ).catch(internalError),
        minMs ? clock.sleep(minMs) : null,
      ]);
      return withHeaders(await withReadableError(response, config.baseUrl), request.method);
    },
    clientSettings: {
      provider: "embedded",
      passkeys: doPasskeysWork(config.baseUrl),
      mail: verifiesEmail,
      signUp: config.signUp.mode,
      password: PASSWORD_LENGTH,
    },
  };
}

/** Replaces Better Auth's two-word refusal of a foreign origin by a message with the remedy. */
async function withReadableError(response: Response, baseUrl: string): Promise<Response> {
  if (response.status !== 403) return response;
  const body = (await response
    .clone()
    .json()
    .catch(() => null)) as { code?: string } | null;
  if (body?.code !== "INVALID_ORIGIN") return response;
  return Response.json({ code: body.code, message: createInvalidOriginError(baseUrl) }, { status: 403 });
}

/**
 * Forbids caches to store responses, adds `Retry-After` to refusals, and keeps answers to GET from removing cookies: one to
 * a request with a replaced session may arrive after the new session's cookie, which has the same name.
 */
function withHeaders(response: Response, method: string): Response {
  const headers = new Headers(response.headers);
  if (method === "GET") {
    const kept = headers.getSetCookie().filter((cookie) => !/;\s*max-age=0\b/i.test(cookie));
    headers.delete("Set-Cookie");
    for (const cookie of kept) headers.append("Set-Cookie", cookie);
  }
  headers.set("Cache-Control", "no-store");
  const wait = headers.get("X-Retry-After");
  if (wait && !headers.has("Retry-After")) headers.set("Retry-After", wait);
  return new Response(response.body, { status: response.status, statusText: response.statusText, headers });
}

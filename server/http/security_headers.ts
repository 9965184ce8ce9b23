import { getOwnOrigins } from "../auth/origins.ts";
import type { Config } from "../config.ts";

export const REPORT_PATH = "/api/csp-report";

/** Clerk's widgets load from its own hosts; see its guide to content security policies. */
const CLERK = {
  script: ["https://challenges.cloudflare.com"],
  frame: ["https://challenges.cloudflare.com"],
  img: ["https://img.clerk.com"],
  worker: ["blob:"],
};

type Settings = Pick<Config, "auth" | "baseUrl" | "host">;

/**
 * The security headers of every response, so that no route can forget them.
 * @param bucket the origin of the bucket that browsers exchange files with, if there is one
 */
export function getSecurityHeaders(config: Settings, bucket?: string): Record<string, string> {
  return {
    "Content-Security-Policy": contentSecurityPolicy(config, bucket ? [bucket] : []),
    "X-Content-Type-Options": "nosniff",
    // Addresses hold notebook ids and invitation tokens.
    "Referrer-Policy": "no-referrer",
    "Permissions-Policy":
      "camera=(self), microphone=(self), geolocation=(), display-capture=(), payment=(), usb=(), serial=(), midi=(), browsing-topics=()",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "X-Frame-Options": "DENY",
    ...(config.baseUrl.startsWith("https:") ? { "Strict-Transport-Security": "max-age=31536000" } : {}),
  };
}

function contentSecurityPolicy(config: Settings, bucket: string[]): string {
  const { auth } = config;
  const issuer = auth.provider === "embedded" ? [] : [new URL(auth.issuer).origin];
  const clerk = auth.provider === "clerk" ? CLERK : null;
  // Older browsers don't include the WebSocket in 'self'.
  const sockets = getOwnOrigins(config).map((origin) => origin.replace(/^http/, "ws"));
  const directives: Record<string, string[]> = {
    "default-src": ["'self'"],
    "script-src": ["'self'", ...(clerk ? [...issuer, ...clerk.script] : [])],
    // The component library adds style elements; without inline script they can't run anything.
    "style-src": ["'self'", "'unsafe-inline'"],
    "connect-src": ["'self'", ...sockets, ...issuer, ...bucket],
    "img-src": ["'self'", "data:", "blob:", ...(clerk?.img ?? []), ...bucket],
    "media-src": ["'self'", "blob:"],
    "font-src": ["'self'"],
    "worker-src": ["'self'", ...(clerk?.worker ?? [])],
    "frame-src": clerk?.frame ?? ["'none'"],
    "object-src": ["'none'"],
    "base-uri": ["'none'"],
    "form-action": ["'self'"],
    "frame-ancestors": ["'none'"],
    "report-uri": [REPORT_PATH],
  };
  return Object.entries(directives)
    .map(([name, values]) => `${name} ${values.join(" ")}`)
    .join("; ");
}

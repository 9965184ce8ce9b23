import { describe, expect, it } from "vitest";
import { loadConfig } from "../config.ts";
import { readReport } from "./csp_report.ts";
import { PAGE_PATHS } from "./page_paths.ts";
import { getLoggablePath } from "./secret_paths.ts";
import { getSecurityHeaders } from "./security_headers.ts";

describe("the security headers", () => {
  const policy = (env: NodeJS.ProcessEnv) =>
    Object.fromEntries(
      getSecurityHeaders(loadConfig(env))
        ["Content-Security-Policy"]!.split("; ")
        .map((directive) => [directive.split(" ")[0]!, directive.split(" ").slice(1)]),
    );

  it("allow no scripts but our own files", () => {
    expect(policy({})).toMatchObject({
      "default-src": ["'self'"],
      "script-src": ["'self'"],
      "object-src": ["'none'"],
      "base-uri": ["'none'"],
      "form-action": ["'self'"],
      "frame-ancestors": ["'none'"],
    });
  });

  it("allow connections to the page's own origin and, when configured, to the issuer", () => {
    expect(policy({ BASE_URL: "https://care.example.org" })["connect-src"]).toEqual([
      "'self'",
      "wss://care.example.org",
    ]);
    expect(
      policy({ AUTH_PROVIDER: "oidc", AUTH_ISSUER: "https://id.example.org/realm", AUTH_CLIENT_ID: "c" })[
        "connect-src"
      ],
    ).toContain("https://id.example.org");
  });

  it("allow file transfers with the configured bucket only", () => {
    const bucket = "https://files.s3.eu-central-1.amazonaws.com";
    const headers = getSecurityHeaders(loadConfig({}), bucket)["Content-Security-Policy"]!;
    const naming = headers.split("; ").filter((directive) => directive.includes(bucket));
    expect(naming.map((directive) => directive.split(" ")[0])).toEqual(["connect-src", "img-src"]);
    expect(policy({})["connect-src"]!.every((source) => !source.startsWith("https:"))).toBe(true);
  });

  it("require HTTPS only when the address uses it", () => {
    expect(getSecurityHeaders(loadConfig({}))).not.toHaveProperty("Strict-Transport-Security");
    expect(getSecurityHeaders(loadConfig({ BASE_URL: "https://care.example.org" }))).toHaveProperty(
      "Strict-Transport-Security",
    );
  });
});

describe("the request log", () => {
  it.each([
    ["/api/query", "/api/query"],
    ["/invitation/aBcDeF123", "/invitation/:hidden"],
    ["/invitations/aBcDeF123/accept", "/invitations/:hidden/accept"],
    ["/api/auth/reset-password/abc", "/api/auth/reset-password/:hidden"],
    ["/api/calendars/aBcDeF123.ics", "/api/calendars/:hidden"],
    ["/first-administrator/aBcDeF123", "/first-administrator/:hidden"],
    ["/api/files/aBc.DeF", "/api/files/:hidden"],
    ["/api/unsubscribe/p~aBc~DeF", "/api/unsubscribe/:hidden"],
    ["/sign-in?returnTo=/invitations/aBc", "/sign-in"],
    [`/x/${"a".repeat(41)}`, "/x/:hidden"],
    ["/care/0192c3d4-0000-7000-8000-000000000000/notes", "/care/0192c3d4-0000-7000-8000-000000000000/notes"],
  ])("shows %s as %s", (path, shown) => {
    expect(getLoggablePath(path)).toBe(shown);
  });

  it("hides the token of every page whose address has one", () => {
    const paths = PAGE_PATHS.filter((path) => path.includes("$token"));
    expect(paths.length).toBeGreaterThan(2);
    for (const path of paths)
      expect(getLoggablePath(path.replace("$token", "secret"))).not.toContain("secret");
  });
});

describe("a policy report", () => {
  it.each([
    [{ "effective-directive": "script-src-elem", "blocked-uri": "inline" }, "script-src-elem", "inline"],
    [
      { "violated-directive": "img-src 'self'", "blocked-uri": "https://a.example/p?token=1" },
      "img-src",
      "https://a.example",
    ],
    [
      { "effective-directive": "connect-src", "blocked-uri": "data:text/plain,secret" },
      "connect-src",
      "data:",
    ],
    [{ "effective-directive": "<b>", "blocked-uri": "My note" }, "other", "unknown"],
    [{ "effective-directive": "made-up-src", "blocked-uri": "inline" }, "other", "inline"],
  ])("keeps of %j only what identifies nobody", (report, directive, blocked) => {
    expect(readReport({ "csp-report": report })).toEqual({ directive, blocked });
  });

  it("may have any content", () => {
    for (const body of [null, 1, "x", [], { "csp-report": 3 }]) {
      expect(readReport(body)).toEqual({ directive: "other", blocked: "unknown" });
    }
  });
});

import { describe, expect, it } from "vitest";
import { ConfigError, loadConfig } from "./config.ts";

describe("the configuration", () => {
  it("has a default for every variable", () => {
    expect(loadConfig({})).toMatchObject({
      port: 3000,
      host: "127.0.0.1",
      baseUrl: "http://localhost:3000",
      databaseUrl: null,
      formerPostgresBin: null,
      smtpUrl: null,
      secretKey: null,
      masterKey: null,
      formerMasterKeys: [],
      logLevel: "info",
      trustProxy: false,
      auth: { provider: "embedded" },
      storage: { driver: "local" },
      outgoing: { allow: [], pushHosts: [], pushContact: null },
    });
  });

  it("uses the variables that are set, and treats an empty one as not set", () => {
    const config = loadConfig({
      PORT: "8080",
      BASE_URL: "https://care.example.org/",
      DATA_DIR: "/srv/care",
      DATABASE_URL: "",
      TRUST_PROXY: "yes",
    });
    expect(config).toMatchObject({
      port: 8080,
      baseUrl: "https://care.example.org",
      dataDir: "/srv/care",
      databaseUrl: null,
      trustProxy: true,
    });
    expect(loadConfig({ PORT: "8080" }).baseUrl).toBe("http://localhost:8080");
  });

  it.each([
    ["PORT", "eighty"],
    ["PORT", "65536"],
    ["PORT", "-1"],
    ["HOST", "my host"],
    ["BASE_URL", "care.example.org"],
    ["BASE_URL", "https://care.example.org/app"],
    ["BASE_URL", "ftp://care.example.org"],
    ["DATABASE_URL", "mysql://root:hunter2secret@db/care"],
    ["SMTP_URL", "http://hunter2secret@mail"],
    ["MAIL_FROM", "nobody"],
    ["SECRET_KEY", "hunter2secret"],
    ["MASTER_KEY", "hunter2secret"],
    ["MASTER_KEYS_FORMER", `hunter2secret,${Buffer.alloc(32, "hunter2secret").toString("base64")}`],
    ["LOG_LEVEL", "loud"],
    ["METRICS_TOKEN", "hunter2secret"],
    ["TRUST_PROXY", "maybe"],
    ["AUTH_PROVIDER", "facebook"],
    ["CLERK_PUBLISHABLE_KEY", "sk_test_hunter2secret"],
    ["STORAGE", "floppy"],
    ["OUTGOING_ALLOW", "10.0.0.0/33"],
    ["OUTGOING_ALLOW", "192.168.0.0/16,intranet"],
    ["PUSH_HOSTS", "https://push.example.org"],
    ["PUSH_CONTACT", "nobody"],
    ["PUSH_CONTACT", "http://example.org"],
  ])("refuses %s=%s in one line that names it and shows no value", (name, value) => {
    const message = messageOf({ [name]: value });
    expect(message).toMatch(new RegExp(`^${name} must (be|have) .+\\.$`));
    expect(message).not.toContain("\n");
    expect(message).not.toContain("hunter2secret");
  });

  it("names the setting that the chosen provider or storage still needs", () => {
    expect(messageOf({ AUTH_PROVIDER: "oidc" })).toBe("AUTH_ISSUER is needed when AUTH_PROVIDER is oidc.");
    expect(messageOf({ AUTH_PROVIDER: "oidc", AUTH_ISSUER: "https://id.example.org" })).toBe(
      "AUTH_CLIENT_ID is needed when AUTH_PROVIDER is oidc.",
    );
    expect(messageOf({ AUTH_PROVIDER: "clerk" })).toBe(
      "CLERK_PUBLISHABLE_KEY is needed when AUTH_PROVIDER is clerk.",
    );
    expect(messageOf({ STORAGE: "s3" })).toBe("S3_BUCKET is needed when STORAGE is s3.");
    expect(messageOf({ STORAGE: "s3", S3_BUCKET: "b", S3_ACCESS_KEY_ID: "k" })).toMatch(/set together/);
    expect(messageOf({ STORAGE: "gcs" })).toBe("GCS_BUCKET is needed when STORAGE is gcs.");
  });

  it("lets only encrypted backups leave the machine, to a bucket that there is", () => {
    const bucket = { BACKUP_DIR: "/mnt/backups", BACKUP_BUCKET: "true" };
    const encrypted = { ...bucket, BACKUP_PASSPHRASE: "correct horse battery" };
    expect(messageOf(encrypted)).toMatch(/BACKUP_BUCKET needs a bucket/);
    expect(messageOf({ ...bucket, STORAGE: "s3", S3_BUCKET: "b" })).toMatch(/is encrypted/);
    expect(loadConfig({ ...encrypted, STORAGE: "s3", S3_BUCKET: "b" }).backups?.bucket).toBe(true);
    expect(messageOf({ BACKUP_DIR: "/mnt/backups", BACKUP_WITH_KEYS: "true" })).toMatch(
      /never saved in clear/,
    );
  });

  it("reads Clerk's issuer out of its publishable key", () => {
    const key = `pk_test_${Buffer.from("quiet-owl-12.clerk.accounts.dev$").toString("base64")}`;
    expect(loadConfig({ AUTH_PROVIDER: "clerk", CLERK_PUBLISHABLE_KEY: key }).auth).toEqual({
      provider: "clerk",
      publishableKey: key,
      issuer: "https://quiet-owl-12.clerk.accounts.dev",
      jwksUri: null,
    });
  });
});

function messageOf(env: NodeJS.ProcessEnv): string {
  try {
    loadConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  throw new Error("was accepted");
}

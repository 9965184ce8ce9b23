import { z } from "zod";
import { ConfigError, defineText, parseHttpUrl } from "./values.ts";

/** The sign-in provider, with the settings for checking its tokens. */
export type AuthConfig =
  | { provider: "embedded" }
  | {
      provider: "oidc";
      issuer: string;
      clientId: string;
      clientSecret: string | null;
      audience: string | null;
    }
  | { provider: "clerk"; issuer: string; publishableKey: string; jwksUri: string | null };

export const authSettings = {
  AUTH_PROVIDER: z.enum(["embedded", "clerk", "oidc"], "must be one of embedded, clerk, oidc").optional(),
  AUTH_ISSUER: parseHttpUrl("the issuer's address, such as https://id.example.org").optional(),
  AUTH_CLIENT_ID: defineText("the client id that the issuer gave").optional(),
  AUTH_CLIENT_SECRET: z.string().optional(),
  AUTH_AUDIENCE: z.string().optional(),
  AUTH_JWKS_URI: parseHttpUrl("the address of the issuer's public keys").optional(),
  CLERK_PUBLISHABLE_KEY: defineText("a key that starts with pk_test_ or pk_live_")
    .regex(/^pk_(test|live)_[\w+/=-]+$/, "must be a key that starts with pk_test_ or pk_live_")
    .optional(),
};

type Values = { [Name in keyof typeof authSettings]?: string | undefined };

/** @throws ConfigError when the chosen provider lacks a setting. */
export function readAuth(values: Values): AuthConfig {
  if (values.AUTH_PROVIDER === "oidc") {
    return {
      provider: "oidc",
      issuer: requireValue(values, "AUTH_ISSUER"),
      clientId: requireValue(values, "AUTH_CLIENT_ID"),
      clientSecret: values.AUTH_CLIENT_SECRET ?? null,
      audience: values.AUTH_AUDIENCE ?? null,
    };
  }
  if (values.AUTH_PROVIDER === "clerk") {
    const publishableKey = requireValue(values, "CLERK_PUBLISHABLE_KEY");
    return {
      provider: "clerk",
      publishableKey,
      issuer: values.AUTH_ISSUER ?? clerkIssuer(publishableKey),
      jwksUri: values.AUTH_JWKS_URI ?? null,
    };
  }
  return { provider: "embedded" };
}

/** Clerk's publishable key carries its issuer's host: base64 of the host and a "$". */
function clerkIssuer(publishableKey: string): string {
  const host = Buffer.from(publishableKey.split("_")[2] ?? "", "base64")
    .toString("utf8")
    .replace(/\$$/, "");
  if (!URL.canParse(`https://${host}`)) {
    throw new ConfigError(
      "CLERK_PUBLISHABLE_KEY must be a whole key: it names no host (or set AUTH_ISSUER).",
    );
  }
  return new URL(`https://${host}`).origin;
}

function requireValue(values: Values, name: keyof Values): string {
  const value = values[name];
  if (!value) throw new ConfigError(`${name} is needed when AUTH_PROVIDER is ${values.AUTH_PROVIDER}.`);
  return value;
}

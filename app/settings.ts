import { patientFetch } from "./auth/patient-fetch.ts";

export type EmbeddedSettings = {
  provider: "embedded";
  /** False where browsers would refuse them, e.g. on a bare IP address. */
  passkeys: boolean;
  /** True when addresses are confirmed by mail. */
  mail: boolean;
  password: { min: number; max: number };
};
export type OidcSettings = { provider: "oidc"; issuer: string; clientId: string; startPath: string };
export type ClerkSettings = {
  provider: "clerk";
  issuer: string;
  publishableKey: string;
  tokenTemplate: "convex";
};

/** What the server says about itself to every browser (`GET /api/settings`); nothing in it is secret. */
export type ClientSettings = {
  auth: EmbeddedSettings | OidcSettings | ClerkSettings;
  /** True when letters really go out; without it invitations are passed on by hand. */
  mail: boolean;
  /** Which build of the client the server gives out now; null while it is being developed. */
  build: string | null;
};

/** Asks the server for its settings; waits while it can't be reached. */
export async function loadSettings(): Promise<ClientSettings> {
  const response = await patientFetch("/api/settings");
  return response.json();
}

import { fetchWithRetry } from "./auth/fetch-with-retry.ts";

export type EmbeddedSettings = {
  provider: "embedded";
  /** False where browsers don't allow passkeys, e.g. on a bare IP address. */
  passkeys: boolean;
  /** True when addresses are confirmed by mail. */
  mail: boolean;
  /** Who may make an account: everybody (perhaps of some domains), invited people, or nobody. */
  signUp: "open" | "invited" | "closed";
  password: { min: number; max: number };
};
export type OidcSettings = {
  provider: "oidc";
  issuer: string;
  clientId: string;
  startPath: string;
  /** The path on this server that has the signed-in person sign in at the issuer again. */
  confirmPath: string;
};
export type ClerkSettings = {
  provider: "clerk";
  issuer: string;
  publishableKey: string;
  tokenTemplate: "convex";
};

/** The server's public settings for every browser (`GET /api/settings`), without secrets. */
export type ClientSettings = {
  auth: EmbeddedSettings | OidcSettings | ClerkSettings;
  /** True when mails are really sent; otherwise invitations are passed on by hand. */
  mail: boolean;
  /** False where browsers keep no files of the app. */
  appOnDevices: boolean;
  /** The build of the client that the server currently serves; null in development. */
  build: string | null;
  /** The oldest client that the server works with (lib/client-version.ts). */
  minClient: number;
};

/**
 * The server's settings: from the page, if the server put them there; in development fetched, with retries while the
 * server can't be reached.
 */
export async function loadSettings(): Promise<ClientSettings> {
  const inPage = document.getElementById("settings")?.textContent;
  if (inPage) return JSON.parse(inPage);
  const response = await fetchWithRetry("/api/settings");
  return response.json();
}

/** Ways besides the password that open an account or send its data elsewhere. */
export const OPENINGS = [
  "passkey",
  "session",
  "token",
  "calendar",
  "ntfy",
  "program",
  "webhook",
  "invitation",
] as const;

export type OpeningKind = (typeof OPENINGS)[number];

/** An opening. `name`: the user's name for it, or its place. `madeAt`: epoch ms. */
export type Opening = { kind: OpeningKind; id: string; name: string; madeAt: number };

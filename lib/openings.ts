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

/** The place of an opening into all notebooks; screens show it in the language of their reader. */
export const ALL_NOTEBOOKS = "All notebooks";

/** An opening. `name`: the user's name for it, or its place. `madeAt`: epoch ms. */
export type Opening = { kind: OpeningKind; id: string; name: string; madeAt: number };

/** Purposes of re-authentication, each the form that needs it: a proof for one of them serves no other. */
export const PROOF_PURPOSES = [
  "token",
  "webhook",
  "address",
  "secret",
  "deletion",
  "passkey",
  "passkey-removal",
  "calendar",
  "ntfy",
  "ntfy-topic",
  "program",
  "invitation",
] as const;

export type ProofPurpose = (typeof PROOF_PURPOSES)[number];

/** The header with a proof of re-authentication, where the body is a library's. */
export const PROOF_HEADER = "x-carediary-proof";

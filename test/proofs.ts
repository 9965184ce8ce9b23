import type { ProofPurpose } from "../lib/proof-purposes.ts";
import { createKeyed, makeProof } from "../server/auth/proof.ts";
import { SECRET } from "./node.ts";

/** The proof of somebody who has just typed their password, as the sign-in of a test's server gives it. */
export const proofFor = (
  { subject, sessionId }: { subject: string; sessionId?: string },
  purpose: ProofPurpose,
  now = Date.now(),
): string => makeProof(createKeyed(SECRET), { subject, sessionId }, purpose, "password", now);

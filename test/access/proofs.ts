import type { ProofPurpose } from "../../lib/proof-purposes.ts";
import { proofFor } from "../proofs.ts";
import type { FunctionSweep } from "./calls.ts";
import type { Principal } from "./expected.ts";
import type { World } from "./world.ts";

/** The proof of a principal who has just typed their password; "" for one who isn't signed in. */
export function proofFrom({ actors }: World, principal: Principal, purpose: ProofPurpose): string {
  const { claims } = actors[principal];
  return claims ? proofFor(claims, purpose) : "";
}

/** The cases of a function that needs a proof, each with the one of its caller. */
export const withProof = (purpose: ProofPurpose, cases: FunctionSweep["cases"]): FunctionSweep["cases"] =>
  Object.fromEntries(
    Object.entries(cases).map(([title, prepare]) => [
      title,
      async (world: World, principal: Principal) => ({
        ...(await prepare(world, principal)),
        proof: proofFrom(world, principal, purpose),
      }),
    ]),
  );

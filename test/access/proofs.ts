import type { ProofPurpose } from "../../lib/proof-purposes.ts";
import { proofOf } from "../webhooks.ts";
import type { Principal } from "./expected.ts";
import type { World } from "./world.ts";

/** The proof of a principal who has just typed their password; "" for one who isn't signed in. */
export function proofFrom({ service, actors }: World, principal: Principal, purpose: ProofPurpose): string {
  const { claims } = actors[principal];
  return claims ? proofOf(service, claims, purpose) : "";
}

import type { LinkedInvitation } from "../../lib/api.ts";
import { patientFetch } from "../auth/patient-fetch.ts";

/**
 * What a link shows to somebody who isn't signed in, by plain HTTP: the live connection and its client
 * are too much for a page that is read once. Null for a link that opens nothing; waits out a missing
 * network.
 */
export async function loadInvitation(token: string): Promise<LinkedInvitation | null> {
  const response = await patientFetch("/api/query", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ path: "invitations:getInvitationByToken", args: { token }, format: "json" }),
  });
  const answer: { status: string; value?: LinkedInvitation | null } = await response.json();
  // Anything but an answer means that the address itself can't be a link of ours.
  return answer.status === "success" ? (answer.value ?? null) : null;
}

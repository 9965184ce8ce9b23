import type { LinkedInvitation } from "../../lib/api.ts";
import { fetchWithRetry } from "../auth/fetch-with-retry.ts";

/**
 * Loads an invitation by its link without a sign-in, by plain HTTP: the live connection and its client are too large
 * for a page that is read once. Null for an invalid link; retries while offline.
 */
export async function loadInvitation(token: string): Promise<LinkedInvitation | null> {
  const response = await fetchWithRetry("/api/query", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ path: "invitations:getInvitationByToken", args: { token }, format: "json" }),
  });
  const answer: { status: string; value?: LinkedInvitation | null } = await response.json();
  // Any other response means that the address can't be one of our links.
  return answer.status === "success" ? (answer.value ?? null) : null;
}

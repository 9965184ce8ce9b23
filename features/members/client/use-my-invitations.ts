import { useQuery } from "convex/react";
import { api, type MyInvitation } from "../../../lib/api.ts";
import { useNow } from "../../../ui/use-now.ts";

/** The invitations that the signed-in person can answer now; undefined while loading. */
export function useMyInvitations(): MyInvitation[] | undefined {
  const result = useQuery(api.invitations.listMyInvitations, {});
  const now = useNow();
  return result?.filter(({ expiresAt }) => expiresAt > now);
}

import { useQuery } from "convex/react";
import { api } from "../../../lib/api.ts";

/**
 * Requests to be let in into the caller's notebooks, and people who came in by their invitations; undefined while
 * loading.
 */
export const useArrivals = () => useQuery(api.invitations.listArrivals, {});

import { useQuery } from "convex/react";
import { api } from "../../../lib/api.ts";

/** The reader's notebooks, with the time up to which they have read each. */
export const useStarts = () => useQuery(api.handover.listStarts, {});

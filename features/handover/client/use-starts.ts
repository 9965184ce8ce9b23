import { useQuery } from "convex/react";
import { api } from "../../../lib/api.ts";

/** The reader's notebooks, each with the time up to which it was read. */
export const useStarts = () => useQuery(api.handover.listStarts, {});

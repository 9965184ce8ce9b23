import { useQuery } from "convex/react";
import { api } from "../../../lib/api.ts";

/** The reader's notebooks, each with the time of its read marker. */
export const useStarts = () => useQuery(api.handover.listStarts, {});

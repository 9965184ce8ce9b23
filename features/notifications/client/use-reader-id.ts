import { useQuery } from "convex/react";
import { api } from "../../../lib/api.ts";

/** The reader's id, by which texts say "you"; null while it loads. */
export const useReaderId = (): string | null => useQuery(api.users.getCurrentUser, {})?._id ?? null;

import { useCallback, useEffect, useState } from "react";
import type { Opening } from "../../../lib/openings.ts";
import { type AuthProblem, ask } from "./auth-problem.ts";
import { embeddedClient } from "./embedded-client.ts";

/** The part of the account page's address that shows the list: where a new password leads. */
export const OPENINGS_HASH = "#openings";

/** Ends all that opens the account besides its password and this browser; why not, or null. */
export async function endOpenings(): Promise<AuthProblem | null> {
  return (await ask(() => embeddedClient.$fetch("/openings/end", { method: "POST", body: {} }))).problem;
}

/** The list of the account's openings. `show` reads it; without `evenEmpty` an empty one isn't shown. */
export function useOpenings() {
  const [openings, setOpenings] = useState<Opening[] | null>(null);
  const show = useCallback(async (evenEmpty: boolean) => {
    const { data } = await ask(() => embeddedClient.$fetch<{ openings: Opening[] }>("/openings"));
    if (data && (evenEmpty || data.openings.length > 0)) setOpenings(data.openings);
  }, []);
  useEffect(() => {
    if (window.location.hash === OPENINGS_HASH) void show(false);
  }, [show]);
  return { openings, show, close: () => setOpenings(null) };
}

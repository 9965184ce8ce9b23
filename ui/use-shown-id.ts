import { useLocation, useRouter } from "@tanstack/react-router";
import { useEffect } from "react";

/**
 * Makes the address show one form of an id, e.g. the short one, without a step in the history.
 * `segment` is what stands before the id (`/care/`), `shown` what should stand there once it is known.
 */
export function useShownId(segment: string, id: string, shown: string | null | undefined): void {
  const { href } = useLocation();
  const { history } = useRouter();
  useEffect(() => {
    if (shown && shown !== id) history.replace(href.replace(segment + id, segment + shown));
  }, [segment, id, shown, href, history]);
}

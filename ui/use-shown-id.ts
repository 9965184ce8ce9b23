import { useLocation, useRouter } from "@tanstack/react-router";
import { useEffect } from "react";

/**
 * Replaces an id in the address by another form, e.g. the short one, without a new history entry. `segment` is the part
 * before the id (`/care/`), `shown` the form to show once it is known.
 */
export function useShownId(segment: string, id: string, shown: string | null | undefined): void {
  const { href } = useLocation();
  const { history } = useRouter();
  useEffect(() => {
    if (shown && shown !== id) history.replace(href.replace(segment + id, segment + shown));
  }, [segment, id, shown, href, history]);
}

import type { ReactNode } from "react";
import { formatExactTime } from "../lib/dates/time.ts";

/** A moment in words, with the exact time on hover and for screen readers. */
export function RelativeTime({ at, children }: { at: number; children: ReactNode }) {
  return (
    <time dateTime={new Date(at).toISOString()} title={formatExactTime(at)}>
      {children}
    </time>
  );
}

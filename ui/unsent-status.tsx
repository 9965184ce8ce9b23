import { t } from "../lib/words/t.ts";
import { useIsUnreachable } from "./use-is-unreachable.ts";
import { hasOutbox, useIsWaiting } from "./waiting-changes.ts";

type UnsentStatusProps = {
  /** The id of the note or comment; where it isn't known, what waits is taken to be kept. */
  subject?: string;
  children: string;
};

/** The state of something that isn't saved yet: `children` while it is being sent or stored on this device, else that it waits. */
export function UnsentStatus({ subject, children }: UnsentStatusProps) {
  const isUnreachable = useIsUnreachable();
  const isKept = useIsWaiting(subject ?? "");
  const waits = isKept || (isUnreachable && (subject === undefined || !hasOutbox()));
  return waits ? t("ui.waiting") : children;
}

import { Link } from "@tanstack/react-router";
import { useConvexConnectionState } from "convex/react";
import { useEffect, useState, useSyncExternalStore } from "react";
import { formatClockTime, formatShortMoment } from "../../lib/dates/time.ts";
import { t } from "../../lib/words/t.ts";
import { reachability } from "../../ui/reachability.ts";
import { isRefused } from "../../ui/waiting-changes.ts";
import styles from "./banner.module.css";
import { countUnsaved } from "./convex-client.ts";
import { useShownSince } from "./kept/use-shown-since.ts";
import { useWaitingChanges } from "./outbox/use-waiting-changes.ts";

const QUIET_MS = 2000;
/** On a slow phone the first connection takes longer than that, and nothing has been lost. */
const FIRST_QUIET_MS = 10_000;

/** The time alone of a moment of today: the banner is on each screen, also of a phone. */
const formatMoment = (at: number): string =>
  new Date(at).toDateString() === new Date().toDateString() ? formatClockTime(at) : formatShortMoment(at);

/**
 * Shows "Reconnecting…" as soon as the server is known to be unreachable, or once the connection has been lost for 2
 * s, the first one for 10 s; shorter gaps aren't shown.
 */
export function OfflineBanner() {
  const { isWebSocketConnected, hasEverConnected } = useConvexConnectionState();
  const isLost = useSyncExternalStore(reachability.subscribe, reachability.isLost);
  const [isLate, setIsLate] = useState(false);

  useEffect(() => {
    setIsLate(false);
    if (isWebSocketConnected) return;
    const timer = setTimeout(() => setIsLate(true), hasEverConnected ? QUIET_MS : FIRST_QUIET_MS);
    return () => clearTimeout(timer);
  }, [isWebSocketConnected, hasEverConnected]);

  const keptSince = useShownSince();
  const isAway = isLost || !isWebSocketConnected;
  const [lostAt, setLostAt] = useState<number | null>(null);
  useEffect(() => setLostAt(isAway && hasEverConnected ? Date.now() : null), [isAway, hasEverConnected]);
  const since = keptSince ?? lostAt;

  const waiting = useWaitingChanges();
  const refused = waiting.filter(isRefused);
  // Others are asked about at once, where they were made.
  const asked = waiting.filter(({ question }) => question?.isKept);

  const shown = isLost || keptSince !== null || (isLate && !isWebSocketConnected);
  const unsent = shown ? waiting.length : refused.length + asked.length;
  // The icon of an installed app shows how many changes the others lack.
  useEffect(() => void navigator.setAppBadge?.(unsent).catch(() => {}), [unsent]);
  return (
    <div role="status" className={shown || unsent > 0 ? styles.banner : undefined}>
      {shown && (
        <>
          {t("shell.reconnecting")}{" "}
          {countUnsaved() > 0 || waiting.length > 0 ? t("shell.keptHere") : t("shell.goOn")}
          {since !== null && ` ${t("shell.asOf", { time: formatMoment(since) })}`}{" "}
          {waiting.length > 0 && <Link to="/more/not-sent">{t("shell.showWaiting")}</Link>}
        </>
      )}
      {asked.length > 0 && <Link to="/more/not-sent">{t("shell.needsAnswer", { count: asked.length })}</Link>}
      {refused.length > 0 && (
        <Link to="/more/not-sent">{t("shell.notSaved", { count: refused.length })}</Link>
      )}
    </div>
  );
}

import { Button } from "@mantine/core";
import type { CalendarFeed } from "../../../lib/api.ts";
import { formatRelativeTime } from "../../../lib/dates/time.ts";
import { Actions } from "../../../ui/actions.tsx";
import { RelativeTime } from "../../../ui/relative-time.tsx";
import { Soft } from "../../../ui/text.tsx";
import { formatFeedName, formatSettings } from "../client/feed-words.ts";
import styles from "./feeds.module.css";

/** What a person does with a feed that they have. */
export type FeedAction = "change" | "replace" | "stop";

type FeedRowProps = {
  feed: CalendarFeed;
  /** Epoch ms. */
  now: number;
  onAction: (action: FeedAction) => void;
};

/** A calendar link: its notebook and settings, its last fetch and the program that made it. */
export function FeedRow({ feed, now, onAction }: FeedRowProps) {
  const name = formatFeedName(feed);
  const { lastFetch } = feed;
  return (
    <li className={styles.row}>
      <p className={styles.name}>{name}</p>
      <Soft>{formatSettings(feed)}</Soft>
      {lastFetch ? (
        <Soft>
          Last fetched{" "}
          <RelativeTime at={lastFetch.at}>
            {formatRelativeTime(lastFetch.at, Math.max(now, lastFetch.at))}
          </RelativeTime>{" "}
          by {lastFetch.program}
        </Soft>
      ) : (
        <Soft>No calendar has fetched it yet</Soft>
      )}
      <Actions isTight className={styles.actions}>
        <Button variant="default" px="sm" onClick={() => onAction("change")} aria-label={`Change, ${name}`}>
          Change
        </Button>
        <Button
          variant="default"
          px="sm"
          onClick={() => onAction("replace")}
          aria-label={`New link, ${name}`}
        >
          New link
        </Button>
        <Button variant="default" px="sm" onClick={() => onAction("stop")} aria-label={`Stop, ${name}`}>
          Stop
        </Button>
      </Actions>
    </li>
  );
}

import { Button } from "@mantine/core";
import type { CalendarFeed } from "../../../lib/api.ts";
import { formatRelativeTime } from "../../../lib/dates/time.ts";
import { t } from "../../../lib/words/t.ts";
import { Actions } from "../../../ui/actions.tsx";
import { RelativeTime } from "../../../ui/relative-time.tsx";
import { Rich } from "../../../ui/rich.tsx";
import { Soft } from "../../../ui/text.tsx";
import { formatFeedName, formatSettings, nameProgram } from "../client/feed-words.ts";
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
          <Rich
            text="feeds.lastFetched"
            values={{
              when: formatRelativeTime(lastFetch.at, Math.max(now, lastFetch.at)),
              time: (when) => <RelativeTime at={lastFetch.at}>{when}</RelativeTime>,
              program: nameProgram(lastFetch.program),
            }}
          />
        </Soft>
      ) : (
        <Soft>{t("feeds.neverFetched")}</Soft>
      )}
      <Actions isTight className={styles.actions}>
        <Button
          variant="default"
          px="sm"
          onClick={() => onAction("change")}
          aria-label={t("feeds.changeOne", { name })}
        >
          {t("feeds.change")}
        </Button>
        <Button
          variant="default"
          px="sm"
          onClick={() => onAction("replace")}
          aria-label={t("feeds.newLinkOne", { name })}
        >
          {t("feeds.newLink")}
        </Button>
        <Button
          variant="default"
          px="sm"
          onClick={() => onAction("stop")}
          aria-label={t("feeds.stopOne", { name })}
        >
          {t("feeds.stop")}
        </Button>
      </Actions>
    </li>
  );
}

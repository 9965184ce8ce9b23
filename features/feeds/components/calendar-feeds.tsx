import { Button } from "@mantine/core";
import { useAction, useMutation } from "convex/react";
import { useEffect, useRef, useState } from "react";
import { api, type CalendarFeed } from "../../../lib/api.ts";
import { getErrorMessage } from "../../../lib/error-message.ts";
import { t } from "../../../lib/words/t.ts";
import { Card } from "../../../ui/card.tsx";
import { List } from "../../../ui/list.tsx";
import { Loading } from "../../../ui/loading.tsx";
import { Modal } from "../../../ui/modal.tsx";
import { notifyFailure, notifySuccess } from "../../../ui/notify.ts";
import { Question } from "../../../ui/question.tsx";
import { Section } from "../../../ui/section.tsx";
import { Soft } from "../../../ui/text.tsx";
import { useLiveQuery } from "../../../ui/use-live-query.ts";
import { useMinute } from "../../../ui/use-now.ts";
import { ProofDialog, type Proving, type Returned } from "../../account/client/public.ts";
import { formatFeedName } from "../client/feed-words.ts";
import { ChangeFeedDialog, NewFeedDialog } from "./feed-dialog.tsx";
import { FeedLink } from "./feed-link.tsx";
import { type FeedAction, FeedRow } from "./feed-row.tsx";
import styles from "./feeds.module.css";

/** The part of the address that leads here. */
const HASH = "#calendar";

/** A dialog that is open: about one feed, or a new one. */
type Open = { action: FeedAction; feed: CalendarFeed } | { action: "new" } | { action: "link"; link: string };

type CalendarFeedsProps = {
  proving: Proving;
  /** The form that the person left to sign in again. */
  returned: Returned | null;
};

/** The private links with which the user's calendars read their tasks; part of the account page. */
export function CalendarFeeds({ proving, returned }: CalendarFeedsProps) {
  const feeds = useLiveQuery(api.feeds.listFeeds, {});
  const notebooks = useLiveQuery(api.diaries.listMyDiaries, {});
  const replaceLink = useAction(api.feeds.replaceLink);
  const stopFeed = useMutation(api.feeds.stopFeed);
  const now = useMinute();
  const heading = useRef<HTMLHeadingElement>(null);
  const [open, setOpen] = useState<Open | null>(null);
  const [restored, setRestored] = useState<Returned | null>(null);
  const close = () => {
    setOpen(null);
    setRestored(null);
  };
  useEffect(() => {
    if (returned?.form?.form !== "calendar") return;
    setRestored(returned);
    setOpen({ action: "new" });
  }, [returned]);
  const isLoaded = feeds !== undefined && notebooks !== undefined;

  // It is loaded after the page, so the browser itself doesn't find it.
  useEffect(() => {
    if (!isLoaded || window.location.hash !== HASH) return;
    heading.current?.scrollIntoView();
    heading.current?.focus({ preventScroll: true });
  }, [isLoaded]);

  async function replace({ _id: feedId }: CalendarFeed, proof: string) {
    const { link } = await replaceLink({ feedId, proof });
    setOpen({ action: "link", link });
  }

  async function stop(feed: CalendarFeed) {
    close();
    try {
      await stopFeed({ feedId: feed._id });
      heading.current?.focus();
      notifySuccess(t("feeds.stopped"));
    } catch (error) {
      console.error("feeds.stopFeed failed", error);
      notifyFailure(getErrorMessage(error, t("feeds.notStopped")));
    }
  }

  const taken = new Set(feeds?.map(({ diaryId }) => diaryId));
  const free = notebooks?.filter(({ _id }) => !taken.has(_id)) ?? [];
  const offersAll = !taken.has(null);
  return (
    <Card as={Section} size="part" id={HASH.slice(1)} title={t("feeds.title")} headingRef={heading}>
      <p>{t("feeds.what")}</p>
      <Soft>{t("feeds.seldom")}</Soft>
      {!isLoaded && <Loading label={t("feeds.loading")} rows={1} />}
      {isLoaded && feeds.length > 0 && (
        <List gap="lg" isRuled className={styles.list}>
          {feeds.map((feed) => (
            <FeedRow key={feed._id} feed={feed} now={now} onAction={(action) => setOpen({ action, feed })} />
          ))}
        </List>
      )}
      {isLoaded && (offersAll || free.length > 0) && (
        <Button variant="default" onClick={() => setOpen({ action: "new" })}>
          {t("feeds.make")}
        </Button>
      )}
      {open?.action === "new" && (
        <NewFeedDialog
          notebooks={free}
          offersAll={offersAll}
          proving={proving}
          returned={restored}
          onClose={close}
        />
      )}
      {open?.action === "change" && <ChangeFeedDialog feed={open.feed} onClose={close} />}
      {open?.action === "link" && (
        <Modal opened onClose={close} title={t("feeds.yours")}>
          <FeedLink link={open.link} onDone={close} />
        </Modal>
      )}
      {open?.action === "replace" && (
        <ProofDialog
          proving={proving}
          returned={null}
          kept={{ form: "calendar", values: undefined }}
          title={t("feeds.newLinkTitle", { name: formatFeedName(open.feed) })}
          label={t("feeds.newLink")}
          otherwise={t("feeds.notMade")}
          onProven={(proof) => replace(open.feed, proof)}
          onClose={close}
        >
          <p>{t("feeds.newLinkText")}</p>
        </ProofDialog>
      )}
      {open?.action === "stop" && (
        <Question
          opened
          title={t("feeds.stopTitle", { name: formatFeedName(open.feed) })}
          confirm={t("feeds.stop")}
          onCancel={close}
          onConfirm={() => void stop(open.feed)}
        >
          <p>{t("feeds.stopText")}</p>
        </Question>
      )}
    </Card>
  );
}

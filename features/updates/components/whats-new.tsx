import { Link } from "@tanstack/react-router";
import { useMutation } from "convex/react";
import { api } from "../../../lib/api.ts";
import { LinkLine } from "../../../ui/link-line.tsx";
import { PlainButton } from "../../../ui/plain-button.tsx";
import { Section } from "../../../ui/section.tsx";
import { useNews } from "../client/use-news.ts";
import { useShownGroups } from "../client/use-shown-groups.ts";
import { NewsList, type OpenTask } from "./news-list.tsx";
import styles from "./whats-new.module.css";

type WhatsNewProps = {
  /** The full id of the only notebook; absent for all. */
  diaryId?: string;
  /** How many groups are shown, with a link to the others; all without a number. */
  most?: number;
  openTask: OpenTask;
};

/** Others' updates since the reader last looked; nothing without news. */
export function WhatsNew({ diaryId, most, openTask }: WhatsNewProps) {
  const news = useNews(diaryId);
  const { groups, forget } = useShownGroups(news?.groups, diaryId);
  const markAll = useMutation(api.updates.markAllRead);
  if (!news || groups.length === 0) return null;
  const upTo = Math.max(...groups.map(({ at }) => at));
  const shown = groups.slice(0, most);
  const isSeveral = new Set(groups.map(({ diaryId }) => diaryId)).size > 1;
  return (
    <Section
      className={styles.news}
      title={`What is new (${groups.length}${news.isWhole ? "" : "+"})`}
      action={
        <PlainButton
          look="subtle"
          onClick={() => {
            forget(upTo);
            void markAll({ ...(diaryId && { diaryId }), upTo });
          }}
        >
          Mark all as read
        </PlainButton>
      }
    >
      <NewsList groups={shown} showsNotebook={isSeveral} openTask={openTask} />
      {groups.length > shown.length && (
        <LinkLine>
          <Link to="/updates">See all {groups.length}</Link>
        </LinkLine>
      )}
    </Section>
  );
}

import { useMutation } from "convex/react";
import { api } from "../../../lib/api.ts";
import { t } from "../../../lib/words/t.ts";
import { PlainButton } from "../../../ui/plain-button.tsx";
import { Section } from "../../../ui/section.tsx";
import { useNews } from "../client/use-news.ts";
import { useShownGroups } from "../client/use-shown-groups.ts";
import { NewsList, type OpenTask } from "./news-list.tsx";
import styles from "./whats-new.module.css";

type WhatsNewProps = {
  /** The full id of the only notebook; absent for all. */
  diaryId?: string;
  openTask: OpenTask;
};

/** Others' updates since the reader last looked; nothing without news. */
export function WhatsNew({ diaryId, openTask }: WhatsNewProps) {
  const news = useNews(diaryId);
  const { groups, forget } = useShownGroups(news?.groups, diaryId);
  const markAll = useMutation(api.updates.markAllRead);
  if (!news || groups.length === 0) return null;
  const upTo = Math.max(...groups.map(({ at }) => at));
  const isSeveral = new Set(groups.map(({ diaryId }) => diaryId)).size > 1;
  return (
    <Section
      className={styles.news}
      title={t("updates.whatIsNew", { count: `${groups.length}${news.isWhole ? "" : "+"}` })}
      action={
        <PlainButton
          look="subtle"
          onClick={() => {
            forget(upTo);
            void markAll({ ...(diaryId && { diaryId }), upTo });
          }}
        >
          {t("updates.markAll")}
        </PlainButton>
      }
    >
      <NewsList groups={groups} showsNotebook={isSeveral} openTask={openTask} />
    </Section>
  );
}

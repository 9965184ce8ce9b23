import { usePaginatedQuery } from "convex/react";
import { useMemo } from "react";
import { api, type Update } from "../../../lib/api.ts";
import { t } from "../../../lib/words/t.ts";
import { List } from "../../../ui/list.tsx";
import { Loading } from "../../../ui/loading.tsx";
import { MoreButton } from "../../../ui/more-button.tsx";
import { PageHeader } from "../../../ui/page-header.tsx";
import { Section } from "../../../ui/section.tsx";
import { Soft } from "../../../ui/text.tsx";
import { useLiveQuery } from "../../../ui/use-live-query.ts";
import { useNews } from "../client/use-news.ts";
import type { OpenTask } from "../components/news-list.tsx";
import { UpdateEntry } from "../components/update-entry.tsx";
import { WhatsNew } from "../components/whats-new.tsx";

const UPDATES_A_PAGE = 50;

/** `/updates`: the reader's news and, below, all updates; in one notebook or in all. Live. */
export function UpdatesScreen({ diaryId, openTask }: { diaryId?: string | undefined; openTask: OpenTask }) {
  const notebook = useLiveQuery(api.diaries.getDiary, diaryId ? { diaryId } : null);
  const subject = notebook?.details.fullName.trim();
  const isNewsKnown = useNews(diaryId) !== undefined;
  return (
    <>
      <PageHeader title={subject ? t("updates.titleOf", { name: subject }) : t("updates.title")} />
      <WhatsNew {...(diaryId && { diaryId })} openTask={openTask} />
      <AllUpdates key={diaryId ?? "all"} diaryId={diaryId} isHeld={!isNewsKnown} />
    </>
  );
}

/** All updates; held back until the news above them are known, which would move them. */
function AllUpdates({ diaryId, isHeld }: { diaryId: string | undefined; isHeld: boolean }) {
  const args = useMemo(() => (diaryId ? { diaryId } : {}), [diaryId]);
  const list = usePaginatedQuery(api.updates.pageUpdates, args, { initialNumItems: UPDATES_A_PAGE });
  const { results, status } = list;
  const loading = <Loading label={t("updates.loading")} rows={4} />;
  if (isHeld) return loading;
  return (
    <Section title={t("updates.all")} isApart>
      {status === "LoadingFirstPage" && loading}
      {status === "Exhausted" && results.length === 0 && <Soft>{t("updates.none")}</Soft>}
      <List gap="xs">
        {results.map((update: Update) => (
          <UpdateEntry key={`${update.type} ${update.id}`} update={update} />
        ))}
      </List>
      <MoreButton list={list} count={UPDATES_A_PAGE}>
        {t("updates.earlier")}
      </MoreButton>
    </Section>
  );
}

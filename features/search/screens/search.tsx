import { Checkbox, CloseButton, NativeSelect, TextInput } from "@mantine/core";
import { IconSearch, IconSearchOff } from "@tabler/icons-react";
import { type KeyboardEvent, useLayoutEffect, useRef } from "react";
import { api } from "../../../lib/api.ts";
import { t } from "../../../lib/words/t.ts";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { ErrorState } from "../../../ui/error-state.tsx";
import { Loading } from "../../../ui/loading.tsx";
import { Page } from "../../../ui/page.tsx";
import { PageHeader } from "../../../ui/page-header.tsx";
import { Soft } from "../../../ui/text.tsx";
import { useLiveQuery } from "../../../ui/use-live-query.ts";
import { useTypedSearch } from "../../../ui/use-typed-search.ts";
import type { SearchAddress } from "../client/search-address.ts";
import { useSearch } from "../client/use-search.ts";
import { SearchResults } from "../components/search-results.tsx";
import { MAX_COUNTED, SEARCH_LENGTH } from "../rules.ts";
import styles from "./search.module.css";

type SearchScreenProps = {
  address: SearchAddress;
  onSearch: (address: SearchAddress) => void;
  onOpenTask: (taskId: string) => void;
};

/** `/search`: everything that the reader may see, by words. Only the address keeps the search. */
export function SearchScreen({ address, onSearch, onOpenTask }: SearchScreenProps) {
  const frame = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const notebooks = useLiveQuery(api.diaries.listMyDiaries, {});
  const { q = "", in: place, archived } = address;
  const notebook = notebooks?.find(({ _id, shortId }) => place === shortId || place === _id);
  const [typed, setTyped] = useTypedSearch(q, (words) => onSearch({ ...address, q: words || undefined }));
  const isReady = notebooks !== undefined;
  const { groups, text, isLoading, error, retry, loadMore } = useSearch(
    isReady && q
      ? { text: q, ...(notebook && { diaryId: notebook._id }), withArchived: archived ?? false }
      : null,
    // Leaving or joining a notebook changes the results at once.
    notebooks?.map(({ _id, userRole }) => `${_id} ${userRole}`).join() ?? "",
  );
  // Opened to type; a page that is gone back to is read. Before it is painted, so that no letter is lost.
  useLayoutEffect(() => {
    if (!field.current?.value) field.current?.focus();
  }, []);
  useLayoutEffect(() => {
    const focus = () => field.current?.select();
    window.addEventListener("carediary:search", focus);
    return () => window.removeEventListener("carediary:search", focus);
  }, []);

  function moveFocus(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const from = event.target as HTMLElement;
    if (!step || !frame.current || from.tagName === "SELECT") return;
    const stops = [field.current!, ...frame.current.querySelectorAll<HTMLElement>("h3 a")];
    const next = stops.indexOf(from) + step;
    if (!stops.includes(from) || next >= stops.length || next < 0) return;
    event.preventDefault();
    stops[next]!.focus();
  }

  function openFirst(event: KeyboardEvent) {
    // Not while results of something else are shown.
    if (event.key !== "Enter" || isLoading || text !== typed.trim()) return;
    frame.current?.querySelector<HTMLElement>("h3 a")?.click();
  }

  const count = groups?.reduce((sum, group) => sum + group.count, 0) ?? 0;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys only move between the field and the results
    <div ref={frame} onKeyDown={moveFocus}>
      <Page gap="md">
        <PageHeader title={t("search.title")} />
        <search className={styles.search}>
          <TextInput
            ref={field}
            type="search"
            enterKeyHint="search"
            aria-label={t("search.label")}
            placeholder={t("search.placeholder")}
            leftSection={<IconSearch size={20} aria-hidden="true" />}
            rightSection={
              typed && (
                <CloseButton
                  aria-label={t("search.clear")}
                  size={44}
                  onClick={() => {
                    setTyped("");
                    field.current?.focus();
                  }}
                />
              )
            }
            maxLength={SEARCH_LENGTH}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
            onKeyDown={openFirst}
          />
          <div className={styles.places}>
            <NativeSelect
              aria-label={t("search.where")}
              value={notebook?.shortId ?? ""}
              data={[
                { value: "", label: t("search.allNotebooks") },
                ...(notebooks ?? []).map(({ shortId, name, details, isArchived }) => ({
                  value: shortId,
                  label: t("search.notebook", {
                    subject: details.fullName || t("shared.unknownSubject"),
                    name: name || t("shared.unknownNotebook"),
                    isArchived: String(isArchived),
                  }),
                })),
              ]}
              onChange={(event) => onSearch({ ...address, in: event.currentTarget.value || undefined })}
            />
            {!notebook && notebooks?.some(({ isArchived }) => isArchived) && (
              <Checkbox
                label={t("search.archivedToo")}
                checked={archived ?? false}
                onChange={(event) =>
                  onSearch({ ...address, archived: event.currentTarget.checked || undefined })
                }
              />
            )}
          </div>
        </search>
        <p role="status" className={q && count > 0 && !error ? styles.status : "visually-hidden"}>
          {isLoading && !groups && t("search.searching")}
          {groups &&
            !isLoading &&
            q &&
            (count === 0 ? t("search.nothingFound", { words: text }) : formatFound(count, text))}
          {groups && isLoading && t("search.searchingFor", { words: q })}
        </p>
        {error !== null && <ErrorState message={t("search.failed")} onRetry={retry} />}
        {!q && <Soft>{t("search.hint")}</Soft>}
        {isLoading && !groups && error === null && <Loading label={t("search.searching")} rows={4} />}
        {groups && q && error === null && (
          <div aria-busy={isLoading} className={isLoading ? styles.former : undefined}>
            {count === 0 && !isLoading && (
              <EmptyState
                title={t("search.nothingFound", { words: text })}
                text={t("search.nothingFoundWhy")}
                picture={<IconSearchOff size={64} stroke={1.25} />}
              />
            )}
            <SearchResults groups={groups} onMore={loadMore} onOpenTask={onOpenTask} />
          </div>
        )}
      </Page>
    </div>
  );
}

const formatFound = (count: number, words: string): string =>
  count > MAX_COUNTED
    ? t("search.foundMore", { count: MAX_COUNTED, words })
    : t("search.found", { count, words });

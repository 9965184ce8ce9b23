import { Checkbox, CloseButton, NativeSelect, TextInput } from "@mantine/core";
import { IconSearch, IconSearchOff } from "@tabler/icons-react";
import { type KeyboardEvent, useLayoutEffect, useRef } from "react";
import { api } from "../../../lib/api.ts";
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
import { countWords, SearchResults } from "../components/search-results.tsx";
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
  const words = `“${text}”`;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys only move between the field and the results
    <div ref={frame} onKeyDown={moveFocus}>
      <Page gap="md">
        <PageHeader title="Search" />
        <search className={styles.search}>
          <TextInput
            ref={field}
            type="search"
            enterKeyHint="search"
            aria-label="Search everything"
            placeholder="Notes, comments, tasks, files, people"
            leftSection={<IconSearch size={20} aria-hidden="true" />}
            rightSection={
              typed && (
                <CloseButton
                  aria-label="Clear the search"
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
              aria-label="Where to search"
              value={notebook?.shortId ?? ""}
              data={[
                { value: "", label: "All my notebooks" },
                ...(notebooks ?? []).map(({ shortId, name, details, isArchived }) => ({
                  value: shortId,
                  label: `${details.fullName || "Unknown Subject"}: ${name || "Unknown Notebook"}${isArchived ? " (archived)" : ""}`,
                })),
              ]}
              onChange={(event) => onSearch({ ...address, in: event.currentTarget.value || undefined })}
            />
            {!notebook && notebooks?.some(({ isArchived }) => isArchived) && (
              <Checkbox
                label="Archived notebooks too"
                checked={archived ?? false}
                onChange={(event) =>
                  onSearch({ ...address, archived: event.currentTarget.checked || undefined })
                }
              />
            )}
          </div>
        </search>
        <p role="status" className={q && count > 0 && !error ? styles.status : "visually-hidden"}>
          {isLoading && !groups && "Searching..."}
          {groups &&
            !isLoading &&
            q &&
            (count === 0 ? `Nothing found for ${words}` : `${foundWords(count)} for ${words}`)}
          {groups && isLoading && `Searching for “${q}”...`}
        </p>
        {error !== null && <ErrorState message="The search failed." onRetry={retry} />}
        {!q && (
          <Soft>
            Type a word or the beginning of one, such as “ibu” for Ibuprofen. Several words may be in any
            order. Words of encrypted notes aren't found.
          </Soft>
        )}
        {isLoading && !groups && error === null && <Loading label="Searching..." rows={4} />}
        {groups && q && error === null && (
          <div aria-busy={isLoading} className={isLoading ? styles.former : undefined}>
            {count === 0 && !isLoading && (
              <EmptyState
                title={`Nothing found for ${words}`}
                text="Nothing that you may see has all of these words. Words of encrypted notes aren't found."
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

const foundWords = (count: number) =>
  count > MAX_COUNTED
    ? `More than ${MAX_COUNTED.toLocaleString()} results`
    : count === 1
      ? "1 result"
      : `${countWords(count)} results`;

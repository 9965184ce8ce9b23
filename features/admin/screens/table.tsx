import { CloseButton, TextInput } from "@mantine/core";
import { IconSearch, IconSearchOff, IconTable } from "@tabler/icons-react";
import { useQuery } from "convex/react";
import { useRef } from "react";
import { api } from "../../../lib/api.ts";
import { t } from "../../../lib/words/t.ts";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { ErrorState } from "../../../ui/error-state.tsx";
import { Loading } from "../../../ui/loading.tsx";
import { PageHeader } from "../../../ui/page-header.tsx";
import { useTypedSearch } from "../../../ui/use-typed-search.ts";
import type { TableDefinition } from "../client/columns.ts";
import { useTableRows } from "../client/use-table-rows.ts";
import { LoadMore } from "../components/load-more.tsx";
import { TableView } from "../components/table-view.tsx";
import { SEARCH_LENGTH } from "../rules.ts";
import styles from "./table.module.css";

type TableScreenProps = {
  table: TableDefinition;
  /** The search text; empty for all rows. */
  q: string;
  onSearch: (words: string) => void;
};

/** One table of the back-office, newest rows first; live (workspace 2.8). */
export function TableScreen({ table, q, onSearch }: TableScreenProps) {
  const { table: name } = table.page;
  const [title, noun] = [t(table.page.title), t(table.page.noun)];
  const count = useQuery(api.adminDb.getTableCount, { table: name });
  const { rows, isFormer, hasMore, isLoadingMore, loadMore, failure, retry } = useTableRows(table, q);
  const [typed, setTyped] = useTypedSearch(q, onSearch);
  const region = useRef<HTMLDivElement>(null);
  const inWords =
    q && !isFormer ? found(rows?.length, hasMore, q) : t("admintables.newest", { table: title });
  const isEmpty = rows?.length === 0 && !isFormer && !hasMore;

  return (
    <>
      <PageHeader
        title={title}
        subtitle={count === undefined ? t("admintables.counting") : t("admintables.inAll", { count })}
      />
      <search className={`${styles.search} no-print`}>
        <TextInput
          type="search"
          aria-label={t("admintables.search", { rows: noun })}
          placeholder={t("admintables.search", { rows: noun })}
          leftSection={<IconSearch size={20} aria-hidden="true" />}
          rightSection={
            typed && <CloseButton aria-label={t("admintables.clearSearch")} onClick={() => setTyped("")} />
          }
          rightSectionWidth={44}
          maxLength={SEARCH_LENGTH}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <p className={styles.found} role="status">
          {q && (isFormer || !rows ? t("admintables.searching") : found(rows.length, hasMore, q))}
        </p>
      </search>
      {failure && <ErrorState message={failure} onRetry={() => void retry()} />}
      {!rows && !failure && <Loading label={t("admintables.loading", { rows: noun })} rows={6} />}
      {isEmpty && (
        <EmptyState
          title={t("admintables.none", { rows: noun })}
          {...(q && { text: t("admintables.otherWords") })}
          picture={q ? <IconSearchOff size={64} stroke={1.25} /> : <IconTable size={64} stroke={1.25} />}
        />
      )}
      {rows && rows.length > 0 && (
        <div ref={region}>
          <TableView caption={inWords} columns={table.columns} rows={rows} isBusy={isFormer} />
        </div>
      )}
      {rows && (
        <LoadMore
          key={q}
          count={rows.length}
          noun={noun}
          hasMore={hasMore && !isFormer}
          isLoading={isLoadingMore}
          onMore={loadMore}
          table={region}
        />
      )}
    </>
  );
}

/** How many rows are loaded of a search's result so far. */
const found = (count = 0, hasMore: boolean, q: string): string =>
  t("admintables.found", { hasMore: String(hasMore), count, words: q });

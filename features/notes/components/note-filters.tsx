import { Button, CloseButton, TextInput } from "@mantine/core";
import { IconAdjustmentsHorizontal, IconSearch } from "@tabler/icons-react";
import { useId, useState } from "react";
import { t } from "../../../lib/words/t.ts";
import { useTypedSearch } from "../../../ui/use-typed-search.ts";
import type { ListFilter } from "../client/note-filter.ts";
import { NOTE_SEARCH_LENGTH } from "../rules.ts";
import { FilterSelects } from "./filter-selects.tsx";
import styles from "./note-filters.module.css";

type NoteFiltersProps = {
  diaryId: string;
  filter: ListFilter;
  onFilter: (filter: ListFilter) => void;
};

/** Filters a list of notes by words and, once expanded, by type, tag, author and day. */
export function NoteFilters({ diaryId, filter, onFilter }: NoteFiltersProps) {
  const { q: _, ...selected } = filter;
  const count = Object.keys(selected).length;
  const [isOpen, setIsOpen] = useState(count > 0);
  const area = useId();
  const [typed, setTyped] = useTypedSearch(filter.q ?? "", (q) =>
    onFilter(q ? { ...selected, q } : selected),
  );
  return (
    <search className={`${styles.filters} no-print`}>
      <div className={styles.bar}>
        <TextInput
          type="search"
          aria-label={t("notes.search")}
          placeholder={t("notes.search")}
          className={styles.words}
          leftSection={<IconSearch size={20} aria-hidden="true" />}
          rightSection={
            typed && (
              <CloseButton aria-label={t("notes.clearSearch")} onClick={() => setTyped("")} size={44} />
            )
          }
          maxLength={NOTE_SEARCH_LENGTH}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <Button
          variant="default"
          leftSection={<IconAdjustmentsHorizontal size={20} aria-hidden="true" />}
          aria-expanded={isOpen}
          aria-controls={area}
          onClick={() => setIsOpen(!isOpen)}
        >
          {count > 0 ? t("notes.filterWithCount", { count }) : t("notes.filter")}
        </Button>
      </div>
      <div id={area}>{isOpen && <FilterSelects diaryId={diaryId} filter={filter} onFilter={onFilter} />}</div>
    </search>
  );
}

import { Button, CloseButton, TextInput } from "@mantine/core";
import { IconAdjustmentsHorizontal, IconSearch } from "@tabler/icons-react";
import { useEffect, useId, useRef, useState } from "react";
import { NOTE_SEARCH_LENGTH } from "../rules.ts";
import { FilterSelects } from "./filter-selects.tsx";
import type { ListFilter } from "./note-filter.ts";
import styles from "./note-filters.module.css";

/** A search begins when the typing pauses. */
const PAUSE_MS = 300;

type NoteFiltersProps = {
  diaryId: string;
  filter: ListFilter;
  onFilter: (filter: ListFilter) => void;
};

/** Narrows a list of notes by words, and by type, tag and person when that is asked for. */
export function NoteFilters({ diaryId, filter, onFilter }: NoteFiltersProps) {
  const { q: _, ...selected } = filter;
  const count = Object.keys(selected).length;
  const [isOpen, setIsOpen] = useState(count > 0);
  const area = useId();
  const [typed, setTyped] = useTypedSearch(filter, onFilter);
  return (
    <search className={`${styles.filters} no-print`}>
      <div className={styles.bar}>
        <TextInput
          type="search"
          aria-label="Search these notes"
          placeholder="Search these notes"
          className={styles.words}
          leftSection={<IconSearch size={20} aria-hidden="true" />}
          rightSection={
            typed && <CloseButton aria-label="Clear the search" onClick={() => setTyped("")} size={44} />
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
          {count > 0 ? `Filter (${count})` : "Filter"}
        </Button>
      </div>
      <div id={area}>{isOpen && <FilterSelects diaryId={diaryId} filter={filter} onFilter={onFilter} />}</div>
    </search>
  );
}

/** What stands in the search field; the filter follows it after a pause, and it follows the filter. */
function useTypedSearch(filter: ListFilter, onFilter: (filter: ListFilter) => void) {
  const q = filter.q ?? "";
  const [typed, setTyped] = useState(q);
  const latest = useRef({ filter, onFilter, typed });
  latest.current = { filter, onFilter, typed };

  useEffect(() => {
    if (latest.current.typed.trim() !== q) setTyped(q);
  }, [q]);

  useEffect(() => {
    const words = typed.trim();
    if (words === (latest.current.filter.q ?? "")) return;
    const timer = setTimeout(() => {
      const { q: _, ...rest } = latest.current.filter;
      latest.current.onFilter(words ? { ...rest, q: words } : rest);
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed]);

  return [typed, setTyped] as const;
}

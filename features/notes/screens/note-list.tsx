import { Button, Loader } from "@mantine/core";
import { IconCalendarMonth, IconNotebook, IconPlus, IconSearchOff } from "@tabler/icons-react";
import { type ReactNode, useId, useRef, useState } from "react";
import type { Notebook } from "../../../lib/api.ts";
import { getShownId } from "../../../lib/shown-id.ts";
import { t } from "../../../lib/words/t.ts";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { createLazyPart } from "../../../ui/lazy-part.tsx";
import { LinkButton } from "../../../ui/link-button.tsx";
import { List } from "../../../ui/list.tsx";
import { usePageTitle } from "../../../ui/use-page-title.ts";
import { useProgressiveRendering } from "../../../ui/use-progressive-rendering.ts";
import { describeHidden, seesTeam } from "../../notebooks/rules/hidden-from-viewers.ts";
import { isFiltering, type ListFilter } from "../client/note-filter.ts";
import { useNotePages } from "../client/use-note-pages.ts";
import { useSavedPlace, useScrollRestoration } from "../client/use-place-in-list.ts";
import { ChosenDay } from "../components/chosen-day.tsx";
import { MoreNotes } from "../components/more-notes.tsx";
import { NoteCard } from "../components/note-card.tsx";
import { NoteFilters } from "../components/note-filters.tsx";
import styles from "./note-list.module.css";

const MonthPicture = createLazyPart(() =>
  import("../components/month-picture.tsx").then((module) => module.MonthPicture),
);

type NoteListProps = {
  notebook: Notebook;
  filter: ListFilter;
  onFilter: (filter: ListFilter) => void;
  onNewNote: () => void;
  /** The ids of notes with something new to the reader. */
  newNotes?: ReadonlySet<string>;
  /** How much is new in the notebook, with a way to it. */
  news?: ReactNode;
  /** Whether that isn't known yet: the list waits, because the line would push it away under a finger. */
  waitsForNews?: boolean;
};

/** Fewer found notes than this may not include the wanted one. */
const FEW = 3;

/** From words that few notes have to a search of comments, tasks, files and people as well. */
function SearchEverything({ words, diaryId }: { words: string; diaryId: string }) {
  return (
    <LinkButton to="/search" search={{ q: words, in: diaryId }} variant="default" className="no-print">
      {t("notes.searchEverything", { words })}
    </LinkButton>
  );
}

/** `/care/:diaryId`: the notes of a notebook, newest day first; live. The notebook's layout has the heading. */
export function NoteListScreen(props: NoteListProps) {
  const { notebook, filter, onFilter, onNewNote, newNotes, news, waitsForNews } = props;
  const rows = useRef<HTMLUListElement>(null);
  const place = useSavedPlace();
  const pages = useNotePages(notebook._id, filter, place.first);
  const list = waitsForNews ? { ...pages, notes: undefined, isLoading: true } : pages;
  const { notes, isFormer, hasMore, isLoadingMore, loadMore } = list;
  useScrollRestoration(rows, place, list);
  const renderedCount = useProgressiveRendering(notes?.length ?? 0);
  // Back at a place further down, all that was there is needed at once.
  const rendered = place.place ? notes : notes?.slice(0, renderedCount);
  const diaryId = getShownId(notebook);
  usePageTitle(notebook.name);
  const mayWrite = notebook.permissions.includes("notes.create");
  const [hasMonth, setHasMonth] = useState(false);
  const month = useId();
  const isDayPressed = useRef(false);
  const isNarrowed = isFiltering(filter);
  const isEmpty = notes?.length === 0 && !hasMore;
  const writeButton = (
    <LinkButton
      to="/care/$diaryId/note/new"
      params={{ diaryId }}
      aria-haspopup="dialog"
      onClick={(event) => {
        // The dialog opens over the list; it has its own URL for opening in a new tab.
        if (event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        onNewNote();
      }}
      leftSection={<IconPlus size={20} aria-hidden="true" />}
    >
      {t("notes.new")}
    </LinkButton>
  );

  return (
    <>
      <div className={styles.actions}>
        {(isNarrowed || !isEmpty) && (
          <NoteFilters diaryId={notebook._id} filter={filter} onFilter={onFilter} />
        )}
        <div className={styles.write}>
          {(isNarrowed || !isEmpty) && (
            <Button
              variant="default"
              className="no-print"
              leftSection={<IconCalendarMonth size={20} aria-hidden="true" />}
              aria-expanded={hasMonth}
              aria-controls={month}
              onClick={() => setHasMonth(!hasMonth)}
            >
              {t("notes.month")}
            </Button>
          )}
          {mayWrite && writeButton}
        </div>
      </div>
      {news}
      <div id={month}>
        {hasMonth && (
          <MonthPicture
            notebook={notebook}
            chosenDay={filter.day}
            onPress={() => {
              isDayPressed.current = true;
            }}
          />
        )}
      </div>
      {filter.day && (
        <ChosenDay
          day={filter.day}
          isPressed={isDayPressed}
          onAllDays={() => {
            const { day: _, ...others } = filter;
            onFilter(others);
          }}
        />
      )}
      {!notes && (
        <div role="status" className={styles.loading}>
          <Loader aria-hidden="true" />
          <span className="visually-hidden">{t("notes.loading")}</span>
        </div>
      )}
      {isFormer && (
        <p role="status" className="visually-hidden">
          {t("notes.loading")}
        </p>
      )}
      {isEmpty && isNarrowed && (
        <EmptyState
          title={t("notes.noneFit")}
          text={t("notes.noneFitWhy")}
          picture={<IconSearchOff size={64} stroke={1.25} />}
        >
          <Button variant="default" onClick={() => onFilter({})}>
            {t("notes.showAll")}
          </Button>
          {filter.q && <SearchEverything words={filter.q} diaryId={diaryId} />}
        </EmptyState>
      )}
      {isEmpty && !isNarrowed && (
        <EmptyState
          {...(seesTeam(notebook)
            ? {
                title: t("notes.none"),
                text: mayWrite ? t("notes.createFirst") : t("notes.willAppear"),
              }
            : describeHidden("notes"))}
          picture={<IconNotebook size={64} stroke={1.25} />}
        >
          {mayWrite && writeButton}
        </EmptyState>
      )}
      {rendered && rendered.length > 0 && (
        <List ref={rows} className={styles.list} aria-label={t("notes.list")} aria-busy={isFormer}>
          {rendered.map((note) => (
            <NoteCard
              key={note._id}
              note={note}
              diaryId={diaryId}
              timeZone={notebook.timeZone}
              isNew={newNotes?.has(note._id) ?? false}
            />
          ))}
        </List>
      )}
      {filter.q && notes && notes.length > 0 && notes.length < FEW && !hasMore && (
        <SearchEverything words={filter.q} diaryId={diaryId} />
      )}
      {rendered && hasMore && (
        <MoreNotes isAtEnd={rendered.length === notes!.length} isLoading={isLoadingMore} onMore={loadMore} />
      )}
    </>
  );
}

import { Button, CloseButton, TextInput } from "@mantine/core";
import { IconClipboardList, IconSearch, IconSearchOff } from "@tabler/icons-react";
import { useCallback, useState } from "react";
import { api, type LibraryProgram, type Notebook } from "../../../lib/api.ts";
import { getShownId } from "../../../lib/shown-id.ts";
import { getLanguage, getLocale, t } from "../../../lib/words/t.ts";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { List } from "../../../ui/list.tsx";
import { Loading } from "../../../ui/loading.tsx";
import { PageHeader } from "../../../ui/page-header.tsx";
import { useLiveQuery } from "../../../ui/use-live-query.ts";
import { fits, getCategories, type ProgramFilter } from "../client/program-filter.ts";
import { useRunningPrograms } from "../client/use-running-programs.ts";
import { CategoryChips } from "../components/category-chips.tsx";
import { LibraryCard } from "../components/library-card.tsx";
import { ProgramUpload } from "../components/program-upload.tsx";
import styles from "./program-picker.module.css";

const ALL: ProgramFilter = { words: "", category: null };

type ProgramPickerProps = {
  notebook: Notebook;
  /** The note that the program will belong to. */
  noteId: string | undefined;
};

/** `/care/:diaryId/programs/add`: the library, to select a program or to add one; live. */
export function ProgramPickerScreen({ notebook, noteId }: ProgramPickerProps) {
  const programs = useLiveQuery(api.programs.listPrograms, { language: getLanguage() });
  const activated = useRunningPrograms(notebook._id);
  const [filter, setFilter] = useState(ALL);
  // Clears the filter, so that the added program is visible.
  const showAll = useCallback(() => setFilter(ALL), []);
  const diaryId = getShownId(notebook);
  const mayUpload = notebook.permissions.includes("programs.activate");
  const rank = (program: LibraryProgram) => (program.isPublic ? 1 : program.diaryId === notebook._id ? 0 : 2);
  // This notebook's own first, then public ones, then programs of the reader's other notebooks.
  const all =
    programs && [...programs].sort((a, b) => rank(a) - rank(b) || a.name.localeCompare(b.name, getLocale()));
  const categories = getCategories(all ?? []);
  // The last program of the selected category may be removed.
  const category = filter.category !== null && categories.includes(filter.category) ? filter.category : null;
  const shown = all?.filter((program) => fits(program, { ...filter, category }));

  return (
    <>
      <PageHeader title={t("library.title")} subtitle={noteId ? t("library.forNote") : undefined} />
      <div className={styles.tools}>
        <search className={styles.search}>
          <TextInput
            type="search"
            aria-label={t("library.search")}
            placeholder={t("library.search")}
            leftSection={<IconSearch size={20} aria-hidden="true" />}
            rightSection={
              filter.words && (
                <CloseButton
                  aria-label={t("library.clearSearch")}
                  size={44}
                  onClick={() => setFilter({ ...filter, words: "" })}
                />
              )
            }
            maxLength={200}
            value={filter.words}
            onChange={(event) => setFilter({ ...filter, words: event.currentTarget.value })}
          />
          <CategoryChips
            categories={categories}
            chosen={category}
            onChoose={(chosen) => setFilter({ ...filter, category: chosen })}
          />
        </search>
      </div>
      {!shown && <Loading label={t("library.loading")} />}
      <p className="visually-hidden" role="status">
        {shown && t("library.found", { count: shown.length })}
      </p>
      {all?.length === 0 && (
        <EmptyState
          title={t("library.none")}
          text={mayUpload ? t("library.noneUpload") : t("library.noneRead")}
          picture={<IconClipboardList size={64} stroke={1.25} />}
        />
      )}
      {shown?.length === 0 && all !== undefined && all.length > 0 && (
        <EmptyState
          title={t("library.noneFound")}
          text={t("library.noneFoundText")}
          picture={<IconSearchOff size={64} stroke={1.25} />}
        >
          <Button variant="default" onClick={showAll}>
            {t("library.showAll")}
          </Button>
        </EmptyState>
      )}
      {shown && shown.length > 0 && (
        <List className={styles.list} aria-label={t("library.list")}>
          {shown.map((program) => (
            <LibraryCard
              key={program._id}
              program={program}
              diaryId={diaryId}
              noteId={noteId}
              isFromElsewhere={rank(program) === 2}
              isActivated={activated?.has(program._id) ?? false}
            />
          ))}
        </List>
      )}
      {mayUpload && all && (
        <div className={styles.upload}>
          <ProgramUpload diaryId={notebook._id} onCreated={showAll} />
        </div>
      )}
    </>
  );
}

import { IconPlus } from "@tabler/icons-react";
import { api, type Note, type Notebook } from "../../../../lib/api.ts";
import { getShownId } from "../../../../lib/shown-id.ts";
import { getLanguage, t } from "../../../../lib/words/t.ts";
import { createLazyPart } from "../../../../ui/lazy-part.tsx";
import { LinkButton } from "../../../../ui/link-button.tsx";
import { Loading } from "../../../../ui/loading.tsx";
import { Section } from "../../../../ui/section.tsx";
import { Soft } from "../../../../ui/text.tsx";
import { useLiveQuery } from "../../../../ui/use-live-query.ts";

// Most notes have no program.
const NoteProgramCards = createLazyPart(() =>
  import("./note-program-cards.tsx").then((m) => m.NoteProgramCards),
);

/** The programs of a note: activated ones, those linked for later, and the link to add another one. */
export function NotePrograms({ note, notebook }: { note: Note; notebook: Notebook }) {
  const programs = useLiveQuery(api.programs.getProgramsForNote, {
    noteId: note._id,
    language: getLanguage(),
  });
  const mayStart = notebook.permissions.includes("programs.activate");
  const diaryId = getShownId(notebook);
  const isEmpty = programs && programs.activated.length + programs.linked.length === 0;
  // No heading without content or actions.
  if (programs === null || (isEmpty && !mayStart)) return null;
  return (
    <Section
      title={t("notepanels.programs")}
      isApart
      action={
        mayStart && (
          <LinkButton
            to="/care/$diaryId/programs/add"
            params={{ diaryId }}
            search={{ noteId: note._id }}
            variant="default"
            leftSection={<IconPlus size={20} aria-hidden="true" />}
          >
            {t("notepanels.addProgram")}
          </LinkButton>
        )
      }
    >
      {!programs && <Loading label={t("notepanels.loadingPrograms")} rows={1} />}
      {isEmpty && <Soft>{t("notepanels.noPrograms")}</Soft>}
      {programs && !isEmpty && (
        <NoteProgramCards programs={programs} note={note} notebook={notebook} mayStart={mayStart} />
      )}
    </Section>
  );
}

import { Button } from "@mantine/core";
import { IconBookmarkPlus, IconPlayerPlay } from "@tabler/icons-react";
import { useState } from "react";
import { api, type Notebook } from "../../../lib/api.ts";
import { getShownId } from "../../../lib/shown-id.ts";
import { listNames } from "../../../lib/words/list.ts";
import { getLanguage, t } from "../../../lib/words/t.ts";
import { BackLink } from "../../../ui/back-link.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { LinkButton } from "../../../ui/link-button.tsx";
import { Loading } from "../../../ui/loading.tsx";
import { PageHeader } from "../../../ui/page-header.tsx";
import { useLiveQuery } from "../../../ui/use-live-query.ts";
import { getLanguageName } from "../client/language-names.ts";
import { useLinkProgram } from "../client/use-link-program.ts";
import { useRunningPrograms } from "../client/use-running-programs.ts";
import { ProgramBadges } from "../components/library-card.tsx";
import { ProgramTree } from "../components/program-tree.tsx";
import { RemoveProgram } from "../components/remove-program.tsx";
import styles from "./library-program.module.css";

type LibraryProgramProps = {
  notebook: Notebook;
  programId: string;
  /** The note that the program will belong to. */
  noteId: string | undefined;
};

/** `/care/:diaryId/programs/library/:programId`: a program's content, before it is activated. */
export function LibraryProgramScreen({ notebook, programId, noteId }: LibraryProgramProps) {
  const program = useLiveQuery(api.programs.getProgram, { programId, language: getLanguage() });
  const activated = useRunningPrograms(notebook._id);
  const { link, isLinking } = useLinkProgram({ notebook, programId, noteId });
  // Not "not found" while it is being removed here.
  const [isRemoving, setIsRemoving] = useState(false);
  const diaryId = getShownId(notebook);
  const search = noteId === undefined ? {} : { noteId };
  const back = (
    <BackLink to="/care/$diaryId/programs/add" params={{ diaryId }} search={search}>
      {t("library.allPrograms")}
    </BackLink>
  );
  // With what runs: its buttons would push the page down.
  if (program === undefined || activated === undefined || (program === null && isRemoving))
    return <Loading label={t("library.loadingOne")} />;
  if (program === null) {
    return (
      <EmptyState asPage title={t("library.notFound")} text={t("library.notFoundText")}>
        <LinkButton to="/care/$diaryId/programs/add" params={{ diaryId }} search={search}>
          {t("library.allPrograms")}
        </LinkButton>
      </EmptyState>
    );
  }
  const running = activated.get(programId);
  const mayActivate = program.isActive && notebook.permissions.includes("programs.activate") && !running;
  const { baselineEvent } = program.content;

  return (
    <>
      <PageHeader title={program.name} above={back}>
        {mayActivate && noteId !== undefined && (
          <Button
            variant="default"
            leftSection={<IconBookmarkPlus size={20} aria-hidden="true" />}
            loading={isLinking}
            onClick={link}
          >
            {t("library.startLater")}
          </Button>
        )}
        {mayActivate && (
          <LinkButton
            to="/care/$diaryId/programs/library/$programId/activate"
            params={{ diaryId, programId }}
            search={search}
            leftSection={<IconPlayerPlay size={20} aria-hidden="true" />}
          >
            {t("library.activate")}
          </LinkButton>
        )}
        {running && (
          <LinkButton
            variant="default"
            to="/care/$diaryId/programs/$diaryProgramId"
            params={{ diaryId, diaryProgramId: running._id }}
          >
            {t("library.open")}
          </LinkButton>
        )}
      </PageHeader>
      <p className={styles.badges}>
        <ProgramBadges program={program} isActivated={running !== undefined} />
      </p>
      {!program.isActive && <p className={styles.text}>{t("library.notActive")}</p>}
      {program.description && <p className={styles.text}>{program.description}</p>}
      <p className={styles.facts}>
        {[
          program.category,
          t("library.phases", { count: program.phaseCount }),
          t("library.activities", { count: program.activityCount }),
          t("library.tasks", { count: program.taskCount }),
          program.languages.length > 0 &&
            t("library.inLanguages", { languages: listNames(program.languages.map(getLanguageName)) }),
          program.creatorName && t("library.uploadedBy", { name: program.creatorName }),
        ]
          .filter(Boolean)
          .join(" · ")}
      </p>
      {program.tags.length > 0 && (
        <ul className={styles.tags} aria-label={t("library.tags")}>
          {program.tags.map((tag) => (
            <li key={tag}>{tag}</li>
          ))}
        </ul>
      )}
      {baselineEvent && (
        <section className={styles.baseline}>
          <h2>{t("library.baseline", { name: baselineEvent.name })}</h2>
          {baselineEvent.description && <p>{baselineEvent.description}</p>}
        </section>
      )}
      {program.content.phases.length === 0 ? (
        <p className={styles.facts}>{t("library.noPhases")}</p>
      ) : (
        <ProgramTree key={program._id} content={program.content} />
      )}
      {program.canRemove && program.isActive && !running && (
        <RemoveProgram program={program} diaryId={diaryId} noteId={noteId} onRemoving={setIsRemoving} />
      )}
    </>
  );
}

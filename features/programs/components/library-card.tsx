import { Badge } from "@mantine/core";
import { IconCertificate, IconCircleCheck, IconUpload } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import type { LibraryProgram } from "../../../lib/api.ts";
import { t } from "../../../lib/words/t.ts";
import { Card } from "../../../ui/card.tsx";
import { Facts, Soft } from "../../../ui/text.tsx";
import styles from "./library-card.module.css";

type LibraryCardProps = {
  program: LibraryProgram;
  /** The notebook's id as used in URLs. */
  diaryId: string;
  /** The note that the program will belong to. */
  noteId: string | undefined;
  isActivated: boolean;
  /** Whether it was uploaded for another notebook of the reader. */
  isFromElsewhere: boolean;
};

/** A program of the library: purpose, size, and the link to its details. */
export function LibraryCard({ program, diaryId, noteId, isActivated, isFromElsewhere }: LibraryCardProps) {
  return (
    <Card isLink className={styles.card}>
      <h2 className={styles.name}>
        <Link
          to="/care/$diaryId/programs/library/$programId"
          params={{ diaryId, programId: program._id }}
          search={noteId === undefined ? {} : { noteId }}
        >
          {program.name}
        </Link>
      </h2>
      <p className={styles.badges}>
        <ProgramBadges program={program} isActivated={isActivated} />
      </p>
      {program.description && <Soft className={styles.text}>{program.description}</Soft>}
      <Facts>
        {isFromElsewhere && <span>{t("library.fromElsewhere")}</span>}
        {program.category && <span>{program.category}</span>}
        <span>{t("library.phases", { count: program.phaseCount })}</span>
        <span>{t("library.activities", { count: program.activityCount })}</span>
        <span>{t("library.untilDay", { day: program.lastDay })}</span>
      </Facts>
    </Card>
  );
}

/** Whether the notebook has activated it, and its origin. */
export function ProgramBadges({ program, isActivated }: { program: LibraryProgram; isActivated: boolean }) {
  return (
    <>
      {isActivated && (
        <Badge variant="filled" size="lg" leftSection={<IconCircleCheck size={16} aria-hidden="true" />}>
          {t("library.activated")}
        </Badge>
      )}
      {program.isOfficial && (
        <Badge variant="light" size="lg" leftSection={<IconCertificate size={16} aria-hidden="true" />}>
          {t("library.official")}
        </Badge>
      )}
      {!program.isPublic && (
        <Badge
          variant="light"
          color="gray"
          size="lg"
          leftSection={<IconUpload size={16} aria-hidden="true" />}
        >
          {t("library.uploaded")}
        </Badge>
      )}
    </>
  );
}

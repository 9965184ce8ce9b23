import { Button } from "@mantine/core";
import { IconChevronLeft } from "@tabler/icons-react";
import { useQuery } from "convex/react";
import { api } from "../../../lib/api.ts";
import { formatExactTime } from "../../../lib/dates/time.ts";
import { writeMessage } from "../../../lib/words/message.ts";
import { t } from "../../../lib/words/t.ts";
import { Loading } from "../../../ui/loading.tsx";
import type { Readings } from "../client/note-kind.ts";
import { NOTE_MESSAGES } from "../rules/messages.ts";
import styles from "./history-dialog.module.css";
import { VersionFacts } from "./version-facts.tsx";

type NoteVersionProps = {
  noteId: string;
  timeZone: string;
  version: number;
  readings: Readings;
  onBack: () => void;
};

/** The content of one version of a note. */
export function NoteVersion({ noteId, timeZone, version, readings, onBack }: NoteVersionProps) {
  const found = useQuery(api.notes.getNoteVersion, { noteId, version });
  const Reading = found && readings[found.content.type];
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconChevronLeft size={20} aria-hidden="true" />}
        autoFocus
        onClick={onBack}
      >
        {t("notehistory.all")}
      </Button>
      {found === undefined && <Loading label={t("notehistory.loadingVersion")} />}
      {found === null && <p>{t("notehistory.lost")}</p>}
      {found && (
        <article>
          <h3 className={styles.title}>{found.title || t("notewords.untitled")}</h3>
          <VersionFacts
            written={t("notehistory.writer", {
              name: found.writerName || t("notewords.unknown"),
              when: formatExactTime(found.writtenAt),
            })}
            timeZone={timeZone}
            {...found}
          />
          {found.isLost && <p>{writeMessage(NOTE_MESSAGES.lostReason)}</p>}
          {!found.isLost &&
            (Reading ? <Reading note={found} /> : <p>{writeMessage(NOTE_MESSAGES.unknownType)}</p>)}
        </article>
      )}
    </>
  );
}

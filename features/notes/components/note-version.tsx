import { Button } from "@mantine/core";
import { IconChevronLeft } from "@tabler/icons-react";
import { useQuery } from "convex/react";
import { api } from "../../../lib/api.ts";
import { formatExactTime } from "../../../lib/dates/time.ts";
import { Loading } from "../../../ui/loading.tsx";
import type { Readings } from "../client/note-kind.ts";
import { NOTE_MESSAGES } from "../rules.ts";
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
        All versions
      </Button>
      {found === undefined && <Loading label="Loading the version..." />}
      {found === null && <p>This version can't be read any more.</p>}
      {found && (
        <article>
          <h3 className={styles.title}>{found.title || "Untitled"}</h3>
          <VersionFacts
            written={`${found.writerName || "Unknown"}, ${formatExactTime(found.writtenAt)}`}
            timeZone={timeZone}
            {...found}
          />
          {found.isLost && <p>{NOTE_MESSAGES.lostReason}</p>}
          {!found.isLost && (Reading ? <Reading note={found} /> : <p>{NOTE_MESSAGES.unknownType}</p>)}
        </article>
      )}
    </>
  );
}

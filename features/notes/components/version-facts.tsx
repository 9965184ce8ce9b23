import type { Note } from "../../../lib/api.ts";
import { shortDate } from "../../../lib/time.ts";
import styles from "./history-dialog.module.css";
import { VisibilityMark } from "./visibility-mark.tsx";

type VersionFactsProps = Pick<Note, "noteDate" | "visibility" | "tags"> & {
  /** Who wrote it, and when. */
  written: string;
};

/** What a version of a note says beside its title and text. */
export function VersionFacts({ written, noteDate, visibility, tags }: VersionFactsProps) {
  return (
    <p className={styles.meta}>
      <span>{written}</span>
      <span>{`Of ${shortDate(noteDate)}`}</span>
      <VisibilityMark visibility={visibility} />
      {tags.length > 0 && <span>{`Tags: ${tags.join(", ")}`}</span>}
    </p>
  );
}

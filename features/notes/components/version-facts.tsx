import type { Note } from "../../../lib/api.ts";
import { shortDay } from "../../../lib/zone-day.ts";
import styles from "./history-dialog.module.css";
import { VisibilityMark } from "./visibility-mark.tsx";

type VersionFactsProps = Pick<Note, "noteDay" | "visibility" | "tags"> & {
  /** The author and time. */
  written: string;
};

/** The properties of a version beside its title and text. */
export function VersionFacts({ written, noteDay, visibility, tags }: VersionFactsProps) {
  return (
    <p className={styles.meta}>
      <span>{written}</span>
      <span>{`Of ${shortDay(noteDay)}`}</span>
      <VisibilityMark visibility={visibility} />
      {tags.length > 0 && <span>{`Tags: ${tags.join(", ")}`}</span>}
    </p>
  );
}

import type { Note } from "../../../lib/api.ts";
import { listNames } from "../../../lib/words/list.ts";
import { t } from "../../../lib/words/t.ts";
import { noteShortDate } from "../client/note-date-words.ts";
import styles from "./history-dialog.module.css";
import { VisibilityMark } from "./visibility-mark.tsx";

type VersionFactsProps = Pick<Note, "noteDay" | "noteTime" | "visibility" | "tags"> & {
  /** The author and time. */
  written: string;
  /** The notebook's. */
  timeZone: string;
};

/** The properties of a version in addition to its title and text. */
export function VersionFacts({ written, timeZone, visibility, tags, ...dated }: VersionFactsProps) {
  return (
    <p className={styles.meta}>
      <span>{written}</span>
      <span>{t("notewords.ofDay", { day: noteShortDate(dated, timeZone) })}</span>
      <VisibilityMark visibility={visibility} />
      {tags.length > 0 && <span>{t("notewords.tagsAre", { tags: listNames(tags) })}</span>}
    </p>
  );
}

import {
  IconFile,
  IconFileText,
  IconFileTypePdf,
  IconMusic,
  IconPhoto,
  IconTable,
  IconVideo,
} from "@tabler/icons-react";
import styles from "./file-icon.module.css";

const KINDS: [RegExp, typeof IconFile][] = [
  [/^image\//, IconPhoto],
  [/^video\//, IconVideo],
  [/^audio\//, IconMusic],
  [/^application\/pdf$/, IconFileTypePdf],
  [/csv|spreadsheet|excel/, IconTable],
  [/^text\/|word|opendocument\.text|rtf/, IconFileText],
];

/** An icon for the kind of file; decorative, as name and size are next to it. */
export function FileIcon({ type }: { type: string }) {
  const Icon = KINDS.find(([pattern]) => pattern.test(type))?.[1] ?? IconFile;
  return (
    <span className={styles.tile} aria-hidden="true">
      <Icon size={24} />
    </span>
  );
}

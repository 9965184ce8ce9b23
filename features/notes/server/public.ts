// The room's public exports for the server.
export {
  getNote,
  mayChangeNote,
  mayListNotes,
  mayListNotesBefore,
  mayListVersions,
  mayReadAsTeam,
  type NotesAccess,
  type NotesBeforeAccess,
  noteWithMembership,
  type VersionsAccess,
} from "./access.ts";
export { deleteNote, hasProgramOfOthers, type NoteSummary, pageNotes, prepareNote } from "./data.ts";
export { foundBy, getNoteText } from "./found_by.ts";
export { newerList, newerLists } from "./newer_lists.ts";
export { openWhole, presentFacts } from "./note_row.ts";
export { NOTE_HEAD, type NoteHead, readNotes, readTitles } from "./note_titles.ts";
export { createOpener, openContent, openHead } from "./sealed_note.ts";
export {
  createReader,
  isOpenToAdmins,
  type RowReader,
  readerWithRole,
  seesComment,
  seesItem,
  seesNote,
} from "./visibility.ts";

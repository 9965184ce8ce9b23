// What other rooms may use on the server.
export {
  mayChangeNote,
  mayListNotes,
  mayListNotesBefore,
  mayListVersions,
  mayReadAsTeam,
  type NotesAccess,
  type NotesBeforeAccess,
  noteOf,
  noteWithMembership,
  type VersionsAccess,
} from "./access.ts";
export { deleteNote, hasProgramOfOthers, type NoteSummary, pageNotes, prepareNote } from "./data.ts";
export { foundBy, textOfNote } from "./found_by.ts";
export { newerList, newerLists } from "./newer_lists.ts";
export { openWhole, presentFacts } from "./note_row.ts";
export { NOTE_HEAD, type NoteHead, readNotes, titlesOf } from "./note_titles.ts";
export { openContent, openerFor, openHead } from "./sealed_note.ts";
export {
  isOpenToAdmins,
  type RowReader,
  readerIn,
  readerWithRole,
  seesComment,
  seesItem,
  seesNote,
} from "./visibility.ts";

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
export { type NoteSummary, pageNotes } from "./data.ts";
export { getNoteText, toSearchTerms } from "./found_by.ts";
export { findMembers, type Mentionable } from "./mentions/data.ts";
export { enqueueMentionMails } from "./mentions/mails.ts";
export { readNewerList, readNewerLists } from "./newer_lists.ts";
export { openWhole, presentFacts } from "./note_row.ts";
export { NOTE_HEAD, type NoteHead, readNotes, readTitles } from "./note_titles.ts";
export { createOpener, openContent, openHead } from "./sealed_note.ts";
export { deleteNote, hasProgramOfOthers, lockNote, prepareNote, updateNote } from "./write_data.ts";

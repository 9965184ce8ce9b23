// The room's public exports for the client.
export { NoteText } from "../components/note-text.tsx";
export { VisibilityMark } from "../components/visibility-mark.tsx";
export { describeFailure } from "./failure-words.ts";
export type { BodyFieldsProps, NoteKind, Reading } from "./note-kind.ts";
export { saveWithTimeout } from "./save-with-timeout.ts";
export { type OtherMember, useOtherMembers } from "./use-other-members.ts";
export { describeVisibility } from "./visibility-words.ts";

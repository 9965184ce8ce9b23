// All layers of waiting changes: a page that opens without a connection shows the changes of earlier pages.
import "../../../features/comments/client/comment-layers.ts";
import "../../../features/notes/client/note-layers.ts";
import "../../../features/tasks/client/task-layers.ts";

import { createLazyPart } from "../../ui/lazy-part.tsx";

/** The comments on a task, loaded with its dialog. */
export const LazyTaskComments = createLazyPart(() =>
  import("./task-comments.tsx").then((m) => m.TaskComments),
);

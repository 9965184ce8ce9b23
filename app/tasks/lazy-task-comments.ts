import { lazyPart } from "../../ui/lazy-part.tsx";

/** The comments on a task, loaded with its dialog. */
export const LazyTaskComments = lazyPart(() => import("./task-comments.tsx").then((m) => m.TaskComments));

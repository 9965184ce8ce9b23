// The room's public exports for the browser.
export type { OpenTask } from "../components/news-list.tsx";
export { type RecordingUpdate, type ShownUpdate, UpdateEntry } from "../components/update-entry.tsx";

// What other rooms may use in the browser.
export { type RecordingUpdate, type ShownUpdate, UpdateEntry } from "../components/update-entry.tsx";

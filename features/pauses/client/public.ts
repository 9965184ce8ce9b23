// What other rooms may use in the browser.
export { DosePauses, StartPause } from "../components/dose-pauses.tsx";
export { usePauses } from "./use-pauses.ts";

// What other rooms may use in the browser.
export { DosePauses } from "../components/dose-pauses.tsx";

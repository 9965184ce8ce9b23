// What other rooms may use in the browser.
export type { ExportWords } from "../components/export-row.tsx";
export { ExportsPanel } from "../components/exports-panel.tsx";

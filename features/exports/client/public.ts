// The room's public exports for the browser.
export type { ExportWords } from "../components/export-row.tsx";
export { ExportsPanel } from "../components/exports-panel.tsx";

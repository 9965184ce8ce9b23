// What other rooms may use in the browser.
export { DosePauses, StartPause } from "../components/pauses/dose-pauses.tsx";
export { GiveLink, LastDose } from "../components/plan-doses.tsx";
export { LowStock } from "../components/stock/low-stock.tsx";
export { StockLine } from "../components/stock/stock-line.tsx";
export { computeToday } from "./today-rows.ts";
export { useDoses, useMyId } from "./use-doses.ts";
export { usePauses } from "./use-pauses.ts";
export { useStock } from "./use-stock.ts";

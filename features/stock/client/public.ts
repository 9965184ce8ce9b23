// What other rooms may use in the browser.
export { LowStock } from "../components/low-stock.tsx";
export { StockLine } from "../components/stock-line.tsx";
export { useStock } from "./use-stock.ts";

import { useMutation } from "convex/react";
import { api, type Notebook } from "../../../lib/api.ts";
import { useLiveQuery } from "../../../ui/use-live-query.ts";

/** The stock of each running plan of a notebook; undefined while it loads. */
export const useStock = ({ _id: diaryId }: Notebook) => useLiveQuery(api.stock.listStock, { diaryId });

export type PlanStock = NonNullable<ReturnType<typeof useStock>>[number];

/** Records counted, added and discarded amounts, and sets the warning level. */
export function useStockWrites() {
  const record = useMutation(api.stock.recordStock);
  const setWarning = useMutation(api.stock.setStockWarning);
  return { record, setWarning };
}

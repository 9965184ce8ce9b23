import { MedicationsScreen } from "../../features/medications/screens/medications.tsx";
import type { Notebook } from "../../lib/api.ts";
import { DosePages } from "./dose-pages.tsx";
import { usePlanOfRow } from "./use-plan-of-row.ts";

/** The list of medications as notes have it, for those who write it by hand, with the plans of its rows. */
export function MedicationsRoute({ notebook }: { notebook: Notebook }) {
  return (
    <DosePages notebook={notebook}>
      <MedicationsScreen notebook={notebook} planOf={usePlanOfRow(notebook)} />
    </DosePages>
  );
}

import { DoseMonthScreen } from "../../features/doses/screens/month.tsx";
import type { Notebook } from "../../lib/api.ts";
import { DosePages } from "./dose-pages.tsx";

export function DoseMonthRoute({ notebook }: { notebook: Notebook }) {
  return (
    <DosePages notebook={notebook}>
      <DoseMonthScreen notebook={notebook} />
    </DosePages>
  );
}

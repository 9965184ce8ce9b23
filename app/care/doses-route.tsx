import { TodayScreen } from "../../features/doses/screens/today.tsx";
import type { Notebook } from "../../lib/api.ts";
import { DosePages } from "./dose-pages.tsx";

export function DosesRoute({ notebook }: { notebook: Notebook }) {
  return (
    <DosePages notebook={notebook}>
      <TodayScreen notebook={notebook} />
    </DosePages>
  );
}

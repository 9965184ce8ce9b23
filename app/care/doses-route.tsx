import { TodayScreen } from "../../features/doses/screens/today.tsx";
import { DosePauses } from "../../features/pauses/client/public.ts";
import { LowStock } from "../../features/stock/client/public.ts";
import type { Notebook } from "../../lib/api.ts";
import styles from "./dose-pages.module.css";
import { DosePages } from "./dose-pages.tsx";

export function DosesRoute({ notebook }: { notebook: Notebook }) {
  return (
    <DosePages notebook={notebook}>
      <div className={styles.column}>
        <DosePauses notebook={notebook} />
        <LowStock notebook={notebook} />
        <TodayScreen notebook={notebook} />
      </div>
    </DosePages>
  );
}

import { useNavigate, useSearch } from "@tanstack/react-router";
import { DoseMonthScreen, type MonthSearch } from "../../features/doses/screens/month.tsx";
import type { Notebook } from "../../lib/api.ts";
import { DosePages } from "./dose-pages.tsx";

export function DoseMonthRoute({ notebook }: { notebook: Notebook }) {
  const navigate = useNavigate({ from: "/care/$diaryId/doses/month" });
  const search: MonthSearch = useSearch({ strict: false });
  return (
    <DosePages notebook={notebook}>
      <DoseMonthScreen
        notebook={notebook}
        search={search}
        onSearch={(change) => void navigate({ to: ".", search: change, resetScroll: false })}
      />
    </DosePages>
  );
}

import { shortDay } from "../../../../lib/dates/zone-day.ts";
import { t } from "../../../../lib/words/t.ts";
import type { CopyPart, CopySection } from "../../../../server/copies.ts";
import { mayListActivatedPrograms } from "./access.ts";
import { listDiaryPrograms } from "./data.ts";

type Program = Omit<Awaited<ReturnType<typeof listDiaryPrograms>>[number], "canManage">;

const programsSection: CopySection<Program> = {
  name: "programs",
  title: "copyhtml.programs",
  async page({ caller, diaryId, vault }) {
    const access = await mayListActivatedPrograms().resolve(caller, { diaryId });
    const programs = await listDiaryPrograms(caller.db, vault, access);
    return { rows: programs.map(({ canManage: _, ...program }) => program), next: null };
  },
  article: ({ programName, status, baselineDay, completedTasks, totalTasks }) => ({
    title: programName,
    facts: [
      t("copyhtml.programStatus", { status }),
      t("copyhtml.since", { moment: shortDay(baselineDay) }),
      t("copyhtml.tasksDone", { done: completedTasks, total: totalTasks, totalCount: totalTasks }),
    ],
    body: "",
  }),
};

export const copy: CopyPart = { sections: [programsSection] };

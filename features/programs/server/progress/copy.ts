import { shortDay } from "../../../../lib/dates/zone-day.ts";
import type { CopyPart, CopySection } from "../../../../server/copies.ts";
import { mayListActivatedPrograms } from "./access.ts";
import { listDiaryPrograms } from "./data.ts";

type Program = Omit<Awaited<ReturnType<typeof listDiaryPrograms>>[number], "canManage">;

const programsSection: CopySection<Program> = {
  name: "programs",
  title: "Programs",
  async page({ caller, diaryId, vault }) {
    const access = await mayListActivatedPrograms().resolve(caller, { diaryId });
    const programs = await listDiaryPrograms(caller.db, vault, access);
    return { rows: programs.map(({ canManage: _, ...program }) => program), next: null };
  },
  article: ({ programName, status, baselineDay, completedTasks, totalTasks }) => ({
    title: programName,
    facts: [status, `since ${shortDay(baselineDay)}`, `${completedTasks} of ${totalTasks} tasks`],
    body: "",
  }),
};

export const copy: CopyPart = { sections: [programsSection] };

import { t } from "../../../../lib/words/t.ts";
import type { CopySection } from "../../../../server/copies.ts";
import { maySeePlans } from "../../../plans/server/public.ts";
import { namePauseKind } from "../../rules/pause-words.ts";
import type { PauseKind } from "../../rules/pauses.ts";
import { presentPauses, selectPauses } from "./data.ts";

/** How many pauses are read at a time. */
const AT_A_TIME = 50;

type CopiedPause = Awaited<ReturnType<typeof presentPauses>>[number];

export const section: CopySection<CopiedPause> = {
  name: "pauses",
  title: "copyhtml.pauses",
  async page({ caller, diaryId }, cursor) {
    const access = await maySeePlans("doses.see").resolve(caller, { diaryId });
    let select = selectPauses(caller.db, access).orderBy("u.id").limit(AT_A_TIME);
    if (cursor !== null) select = select.where("u.id", ">", cursor);
    const rows = await presentPauses(caller.db, access, await select.execute());
    return { rows, next: rows.length < AT_A_TIME ? null : rows.at(-1)!._id };
  },
  article: ({ kind, planIds, from, until, startedBy, endedBy }, inWords) => ({
    title: t("copyhtml.paused", { kind: namePauseKind(kind as PauseKind) }),
    facts: [
      planIds === null ? t("copyhtml.allPlans") : t("copyhtml.somePlans", { count: planIds.length }),
      t("copyhtml.pausedFrom", { moment: inWords(from) }),
      until === null ? t("copyhtml.endless") : t("copyhtml.pausedUntil", { moment: inWords(until) }),
      t("copyhtml.startedBy", { name: startedBy }),
      ...(endedBy === null ? [] : [t("copyhtml.endedBy", { name: endedBy })]),
    ],
    body: "",
  }),
};

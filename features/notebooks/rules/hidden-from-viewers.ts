import type { Notebook } from "../../../lib/api.ts";

/** Whether the reader sees the care team's content: everybody but viewers. */
export const seesTeam = ({ permissions }: Pick<Notebook, "permissions">): boolean =>
  permissions.includes("notebook.seePersonInfo");

/**
 * A viewer's text where the care team may have more content. The same whether it has or not: the words reveal nothing,
 * and nobody takes hidden for empty.
 */
export const HIDDEN_FROM_VIEWERS = {
  medicines: {
    title: "Medicines are shown to the care team only",
    text: "As a viewer you see here what is shared with viewers too.",
  },
  otherMedicines: "As a viewer you don’t see medicines that are for the care team only.",
  notes: {
    title: "Notes are shown to the care team only",
    text: "As a viewer you see here what is shared with viewers too.",
  },
  programs: {
    title: "Care programs are shown to the care team only",
    text: "As a viewer you see here what is shared with viewers too.",
  },
  comments: "Viewers see only comments that are shared with viewers.",
} as const;

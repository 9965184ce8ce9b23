import type { Notebook } from "../../../lib/api.ts";
import type { Key } from "../../../lib/words/keys.ts";
import { t } from "../../../lib/words/t.ts";

/** Whether the reader sees the care team's content: everybody but viewers. */
export const seesTeam = ({ permissions }: Pick<Notebook, "permissions">): boolean =>
  permissions.includes("notebook.seePersonInfo");

// A viewer's texts where the care team may have more content. The same whether it has or not: the words reveal nothing,
// and nobody takes hidden for empty.

const TITLES = {
  medicines: "viewers.medicines",
  notes: "viewers.notes",
  programs: "viewers.programs",
} as const satisfies Record<string, Key>;

/** The text of a screen that is empty for a viewer. */
export const describeHidden = (kind: keyof typeof TITLES): { title: string; text: string } => ({
  title: t(TITLES[kind]),
  text: t("viewers.seesShared"),
});

/** The line below medicines that a viewer sees. */
export const getHiddenMedicinesLine = (): string => t("viewers.otherMedicines");

/** The line in place of comments. */
export const getHiddenCommentsLine = (): string => t("viewers.comments");

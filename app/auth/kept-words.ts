import { listInSentence } from "../../lib/words/list.ts";
import { t } from "../../lib/words/t.ts";
import type { KeptOfOther, UnsentWork } from "./kept-things.ts";

/** "1 entry about a dose, 2 drafts and 1 photo or file". */
export function formatKept({ doses, answers, drafts, files, shared, changes }: UnsentWork): string {
  const words = [
    doses > 0 && t("kept.doses", { count: doses }),
    answers > 0 && t("kept.answers", { count: answers }),
    changes > 0 && t("kept.changes", { count: changes }),
    drafts > 0 && t("kept.drafts", { count: drafts }),
    files > 0 && t("kept.files", { count: files }),
    shared > 0 && t("kept.shared", { count: shared }),
  ];
  return listInSentence(words.filter((each) => each !== false));
}

/** The name of another user of this browser. */
export const formatOther = ({ name }: KeptOfOther): string => name ?? t("kept.otherPerson");

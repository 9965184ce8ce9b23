import { api } from "../../../lib/api.ts";
import { t } from "../../../lib/words/t.ts";
import { AllOrSome } from "../../../ui/all-or-some.tsx";
import { useLiveQuery } from "../../../ui/use-live-query.ts";

type NotebookChoiceProps = {
  /** Null for all. */
  chosen: readonly string[] | null;
  error?: string | undefined;
  onChange: (chosen: string[] | null) => void;
};

/** Fields: all notebooks of the user, or only some. */
export function NotebookChoice(props: NotebookChoiceProps) {
  const notebooks = useLiveQuery(api.diaries.listMyDiaries, {}) ?? [];
  return (
    <AllOrSome
      label={t("shared.notebooks")}
      all={t("shared.allNotebooks")}
      some={t("shared.someNotebooks")}
      which={t("shared.whichNotebooks")}
      options={notebooks.map(({ _id, name }) => ({ value: _id, label: name || t("shared.unknownNotebook") }))}
      {...props}
    />
  );
}

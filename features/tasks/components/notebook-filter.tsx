import { api } from "../../../lib/api.ts";
import { t } from "../../../lib/words/t.ts";
import { PlainSelect } from "../../../ui/plain-select.tsx";
import { useLiveQuery } from "../../../ui/use-live-query.ts";

type NotebookFilterProps = {
  /** Full id of the notebook, "" for all. */
  value: string;
  onChange: (diaryId: string) => void;
};

/** "All notebooks" or one of them; absent while the reader has a single notebook, which leaves nothing to choose. */
export function NotebookFilter({ value, onChange }: NotebookFilterProps) {
  const notebooks = useLiveQuery(api.diaries.listMyDiaries, {}) ?? [];
  if (notebooks.length < 2 && value === "") return null;
  return (
    <PlainSelect
      isInline
      label={t("tasks.filter")}
      value={value}
      options={[
        { value: "", label: t("tasks.allNotebooks") },
        ...notebooks.map(({ _id, name, details }) => ({
          value: _id,
          label: `${details.fullName || t("shared.unknownSubject")}: ${name || t("shared.unknownNotebook")}`,
        })),
      ]}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

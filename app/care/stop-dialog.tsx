import { useState } from "react";
import { type RowEntry, startEntry } from "../../features/medications/client/row-entry.ts";
import { useLatestList } from "../../features/medications/client/use-latest-list.ts";
import type { Notebook } from "../../lib/api.ts";
import { createLazyPart } from "../../ui/lazy-part.tsx";
import { usePlanOfRow } from "./use-plan-of-row.ts";

const RowDialog = createLazyPart(() =>
  import("../../features/medications/components/row-dialog.tsx").then((m) => m.RowDialog),
);

type StopDialogProps = {
  notebook: Notebook;
  /** The place of the row on the newest list. */
  row: number;
  onClose: () => void;
};

/** Takes a medicine off the list, with the reason. */
export function StopDialog({ notebook, row, onClose }: StopDialogProps) {
  const latest = useLatestList(notebook._id);
  const planOf = usePlanOfRow(notebook);
  // The list as of the opening: a change by another person meanwhile is a conflict, which the dialog shows.
  const [start, setStart] = useState<RowEntry | null>(null);
  if (!latest) return null;
  if (!start) setStart(startEntry("stop", latest, row));
  return (
    start && (
      <RowDialog
        notebook={notebook}
        latest={latest}
        start={start}
        planOf={planOf}
        // It begins with stopping: there is nothing to switch to.
        onStop={() => {}}
        onClose={onClose}
      />
    )
  );
}

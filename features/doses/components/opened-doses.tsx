import { t } from "../../../lib/words/t.ts";
import { Modal } from "../../../ui/modal.tsx";
import { Soft } from "../../../ui/text.tsx";
import { DoseSheet } from "./dose-sheet.tsx";

export type OpenedDoses = {
  /** The medicine and its time. */
  title: string;
  /** The first dose of the slot, then its further ones. */
  doseIds: string[];
};

/** The entries of a planned time: the sheet of its dose, or a note that there is none. */
export function OpenedDosesDialog({ opened, onClose }: { opened: OpenedDoses; onClose: () => void }) {
  const [doseId, ...otherIds] = opened.doseIds;
  if (doseId !== undefined) return <DoseSheet doseId={doseId} otherIds={otherIds} onClose={onClose} />;
  return (
    <Modal opened onClose={onClose} title={opened.title} size="lg">
      <Soft>{t("dosemonth.noEntry")}</Soft>
    </Modal>
  );
}

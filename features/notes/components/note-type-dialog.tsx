import { useState } from "react";
import { api, type Notebook } from "../../../lib/api.ts";
import { t } from "../../../lib/words/t.ts";
import { List } from "../../../ui/list.tsx";
import { Loading } from "../../../ui/loading.tsx";
import { Modal } from "../../../ui/modal.tsx";
import { useLiveQuery } from "../../../ui/use-live-query.ts";
import type { NoteKind } from "../client/note-kind.ts";
import { getTypeName } from "../client/type-words.ts";
import { NoteTypeEntry } from "./note-type-entry.tsx";
import { QuickNote } from "./quick-note.tsx";

type NoteTypeDialogProps = {
  notebook: Notebook;
  /** The types that have a form. */
  kinds: Record<string, NoteKind>;
  opened: boolean;
  onClose: () => void;
};

/** The dialog that selects a new note's type; one with a short form can be written right here (care core 2). */
export function NoteTypeDialog({ notebook, kinds, opened, onClose }: NoteTypeDialogProps) {
  const types = useLiveQuery(api.noteTypes.listActiveNoteTypes, {});
  const [quick, setQuick] = useState<NoteKind | null>(null);

  function close() {
    setQuick(null);
    onClose();
  }

  return (
    <Modal
      opened={opened}
      onClose={close}
      title={quick ? getTypeName(quick.type, quick.name) : t("notetypes.title")}
      size="lg"
    >
      {!types && <Loading label={t("notetypes.loading")} rows={5} />}
      {types?.length === 0 && <p>{t("notetypes.none")}</p>}
      {types && !quick && (
        <List gap="lg">
          {types.map((type) => (
            <NoteTypeEntry
              key={type.typeId}
              notebook={notebook}
              type={type}
              kind={kinds[type.typeId]}
              onQuick={setQuick}
            />
          ))}
        </List>
      )}
      {quick && <QuickNote kind={quick} notebook={notebook} onBack={() => setQuick(null)} onDone={close} />}
    </Modal>
  );
}

import { Badge, Button } from "@mantine/core";
import type { api, Notebook } from "../../../lib/api.ts";
import { getShownId } from "../../../lib/shown-id.ts";
import type { Key } from "../../../lib/words/keys.ts";
import { t } from "../../../lib/words/t.ts";
import { Actions } from "../../../ui/actions.tsx";
import { Card } from "../../../ui/card.tsx";
import { LinkButton } from "../../../ui/link-button.tsx";
import { Soft } from "../../../ui/text.tsx";
import type { NoteKind } from "../client/note-kind.ts";
import { getTypeName } from "../client/type-words.ts";
import { noteIcon } from "../rules.ts";
import styles from "./note-type-dialog.module.css";

/** What a type of the app is for; others have a stored description. */
const ABOUT: Partial<Record<string, Key>> = {
  default: "notetypes.aboutGeneralNote",
  "current-medications": "notetypes.aboutCurrentMedications",
  handover: "notetypes.aboutHandover",
};

type NoteTypeEntryProps = {
  notebook: Notebook;
  type: (typeof api.noteTypes.listActiveNoteTypes)["_returnType"][number];
  kind: NoteKind | undefined;
  onQuick: (kind: NoteKind) => void;
};

/** One selectable type of note. */
export function NoteTypeEntry({ notebook, type, kind: form, onQuick }: NoteTypeEntryProps) {
  const { typeId, icon, requiresAI } = type;
  const name = getTypeName(typeId, type.name);
  const about = ABOUT[typeId];
  // There is no AI provider to configure, so types that need one are listed but disabled.
  const kind = requiresAI ? undefined : form;
  return (
    <Card className={styles.type} data-type-id={typeId}>
      <span className={styles.icon} aria-hidden="true">
        {noteIcon(icon)}
      </span>
      <div className={styles.words}>
        <h3 className={styles.name}>
          {name}
          {requiresAI && (
            <Badge variant="outline" color="gray" className={styles.mark}>
              {t("notetypes.needsAi")}
            </Badge>
          )}
        </h3>
        <Soft>{about ? t(about) : type.description}</Soft>
      </div>
      <Actions isTight>
        {kind?.QuickFields && (
          <Button
            variant="default"
            aria-label={t("notetypes.quickNamed", { name })}
            onClick={() => onQuick(kind)}
          >
            {t("notetypes.quick")}
          </Button>
        )}
        {kind ? (
          <LinkButton
            to="/care/$diaryId/note/new"
            params={{ diaryId: getShownId(notebook) }}
            search={{ type: typeId }}
            aria-label={t("notetypes.chooseNamed", { name })}
          >
            {t("notetypes.choose")}
          </LinkButton>
        ) : (
          <Soft>{requiresAI ? t("notetypes.noAi") : t("notetypes.noForm")}</Soft>
        )}
      </Actions>
    </Card>
  );
}

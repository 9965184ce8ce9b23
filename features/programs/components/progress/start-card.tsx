import { Button } from "@mantine/core";
import { IconPlayerPlay } from "@tabler/icons-react";
import { useMutation } from "convex/react";
import { api, type LinkedProgram } from "../../../../lib/api.ts";
import { getErrorMessage } from "../../../../lib/error-message.ts";
import { getLanguage, t } from "../../../../lib/words/t.ts";
import { Actions } from "../../../../ui/actions.tsx";
import { Card } from "../../../../ui/card.tsx";
import { LinkButton } from "../../../../ui/link-button.tsx";
import { notifyFailure } from "../../../../ui/notify.ts";
import { Facts, Soft } from "../../../../ui/text.tsx";
import cards from "./cards.module.css";

type StartCardProps = {
  program: LinkedProgram;
  /** The notebook's id as used in URLs. */
  diaryId: string;
  noteId: string;
  mayStart: boolean;
};

/** A card of a program that is linked to a note for later: it can be activated or removed. */
export function StartCard({ program, diaryId, noteId, mayStart }: StartCardProps) {
  const unlink = useMutation(api.programs.unlinkProgram);

  async function removeFromNote() {
    try {
      await unlink.withOptimisticUpdate((store) => {
        const args = { noteId, language: getLanguage() };
        const shown = store.getQuery(api.programs.getProgramsForNote, args);
        if (!shown) return;
        const linked = shown.linked.filter(({ programId }) => programId !== program.programId);
        store.setQuery(api.programs.getProgramsForNote, args, { ...shown, linked });
      })({ programId: program.programId, noteId });
    } catch (error) {
      console.error("Failed to remove the program from the note", error);
      notifyFailure(getErrorMessage(error, t("programs.notRemoved")));
    }
  }

  return (
    <Card className={`${cards.card} ${cards.start}`}>
      <h3 className={cards.title}>{program.name}</h3>
      {program.description && <Soft className={cards.text}>{program.description}</Soft>}
      <Facts>
        <span>{t("programs.notStarted")}</span>
        <span>{t("programs.phases", { count: program.phaseCount })}</span>
        <span>{t("programs.days", { count: program.days })}</span>
      </Facts>
      {mayStart && (
        <Actions>
          <LinkButton
            to="/care/$diaryId/programs/library/$programId/activate"
            params={{ diaryId, programId: program.programId }}
            search={{ noteId }}
            leftSection={<IconPlayerPlay size={20} aria-hidden="true" />}
            aria-label={t("programs.startNamed", { name: program.name })}
          >
            {t("programs.start")}
          </LinkButton>
          <Button
            variant="default"
            onClick={removeFromNote}
            aria-label={t("programs.removeNamed", { name: program.name })}
          >
            {t("programs.remove")}
          </Button>
        </Actions>
      )}
    </Card>
  );
}

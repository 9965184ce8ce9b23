import { Button } from "@mantine/core";
import { IconTrash } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { useMutation } from "convex/react";
import { useState } from "react";
import { api, type Program } from "../../../lib/api.ts";
import { getErrorMessage } from "../../../lib/error-message.ts";
import { writeMessage } from "../../../lib/words/message.ts";
import { t } from "../../../lib/words/t.ts";
import { notifyFailure, notifySuccess } from "../../../ui/notify.ts";
import { Question } from "../../../ui/question.tsx";
import { REMOVAL_MESSAGES } from "../rules.ts";

type RemoveProgramProps = {
  program: Pick<Program, "_id" | "name">;
  /** The notebook's id as used in URLs. */
  diaryId: string;
  noteId: string | undefined;
  /** Called when the removal starts, and when it is refused. */
  onRemoving: (isRemoving: boolean) => void;
};

/** Removes an uploaded program from the library after confirmation, and returns there. */
export function RemoveProgram({ program, diaryId, noteId, onRemoving }: RemoveProgramProps) {
  const remove = useMutation(api.programs.deleteProgram);
  const navigate = useNavigate();
  const [isAsking, setIsAsking] = useState(false);
  const [isBusy, setIsBusy] = useState(false);

  async function confirmed() {
    setIsAsking(false);
    setIsBusy(true);
    onRemoving(true);
    try {
      await remove({ programId: program._id });
      notifySuccess(t("library.removed", { name: program.name }));
      const search = noteId === undefined ? {} : { noteId };
      await navigate({ to: "/care/$diaryId/programs/add", params: { diaryId }, search, replace: true });
    } catch (error) {
      console.error(writeMessage(REMOVAL_MESSAGES.failed), error);
      notifyFailure(getErrorMessage(error, writeMessage(REMOVAL_MESSAGES.failed)));
      setIsBusy(false);
      onRemoving(false);
    }
  }

  return (
    <div className="no-print">
      <Button
        variant="default"
        mt="lg"
        loading={isBusy}
        leftSection={<IconTrash size={20} aria-hidden="true" />}
        onClick={() => setIsAsking(true)}
      >
        {t("library.remove")}
      </Button>
      <Question
        opened={isAsking}
        title={t("library.removeTitle")}
        confirm={t("library.removeConfirm")}
        onConfirm={() => void confirmed()}
        onCancel={() => setIsAsking(false)}
      >
        <p>{t("library.removeText", { name: program.name })}</p>
      </Question>
    </div>
  );
}

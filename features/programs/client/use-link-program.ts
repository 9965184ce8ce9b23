import { useNavigate } from "@tanstack/react-router";
import { useMutation } from "convex/react";
import { useState } from "react";
import { api, type Notebook } from "../../../lib/api.ts";
import { getErrorMessage } from "../../../lib/error-message.ts";
import { getShownId } from "../../../lib/shown-id.ts";
import { t } from "../../../lib/words/t.ts";
import { notifyFailure, notifySuccess } from "../../../ui/notify.ts";

type Link = { notebook: Notebook; programId: string; noteId: string | undefined };

/** Links a program to a note, to be activated later, and opens the note. */
export function useLinkProgram({ notebook, programId, noteId }: Link) {
  const linkProgram = useMutation(api.programs.linkProgram);
  const navigate = useNavigate();
  const [isLinking, setIsLinking] = useState(false);

  async function link() {
    if (noteId === undefined) return;
    setIsLinking(true);
    try {
      await linkProgram({ programId, noteId });
      notifySuccess(t("library.waitsOnNote"));
      await navigate({
        to: "/care/$diaryId/note/$noteId",
        params: { diaryId: getShownId(notebook), noteId },
      });
    } catch (error) {
      console.error("Failed to add program to the note", error);
      notifyFailure(getErrorMessage(error, t("library.notAdded")));
    } finally {
      setIsLinking(false);
    }
  }

  return { link, isLinking };
}

import { useMutation } from "convex/react";
import { useCallback, useEffect, useState } from "react";
import { api } from "../../../lib/api.ts";
import { getErrorMessage } from "../../../lib/error-message.ts";
import { readFileText } from "../../../lib/file-text.ts";
import type { Message } from "../../../lib/words/message.ts";
import { writeMessage } from "../../../lib/words/message.ts";
import { t } from "../../../lib/words/t.ts";
import { UPLOAD_MESSAGES, UPLOAD_TIMES } from "../rules.ts";
import { checkText, findFileRefusal } from "./upload-check.ts";

/** The message of an upload; it disappears after a while. */
export type UploadStatus = { kind: "busy" | "error" | "done"; message: string; ms: number | null };

const refused = (message: Message): UploadStatus => ({
  kind: "error",
  message: writeMessage(message),
  ms: UPLOAD_TIMES.error,
});

/** Uploads a program file to a notebook's library; returns the current message and the function that uploads. */
export function useProgramUpload(diaryId: string, onCreated: () => void) {
  const create = useMutation(api.programs.createProgramFromUpload);
  const [status, setStatus] = useState<UploadStatus | null>(null);

  useEffect(() => {
    if (!status?.ms) return;
    const timer = setTimeout(() => setStatus(null), status.ms);
    return () => clearTimeout(timer);
  }, [status]);

  const upload = useCallback(
    async (file: File) => {
      const refusal = findFileRefusal(file);
      if (refusal) return setStatus(refused(refusal));
      const bytes = await file.arrayBuffer().catch(() => null);
      // A folder, or a file that was deleted meanwhile.
      if (bytes === null) return setStatus(refused(UPLOAD_MESSAGES.unreadable));
      const text = readFileText(new Uint8Array(bytes));
      if (text === null) return setStatus(refused(UPLOAD_MESSAGES.encoding));
      const checked = checkText(text);
      if ("refusal" in checked) return setStatus(refused(checked.refusal));
      setStatus({ kind: "busy", message: t("library.uploading", { name: checked.programName }), ms: null });
      try {
        await create({ diaryId, programJson: text });
        onCreated();
        const message = writeMessage(UPLOAD_MESSAGES.created(checked.programName));
        setStatus({ kind: "done", message, ms: UPLOAD_TIMES.success });
      } catch (error) {
        console.error("Failed to upload program", error);
        const message = getErrorMessage(error, t("library.notUploaded"));
        setStatus({ kind: "error", message, ms: UPLOAD_TIMES.serverError });
      }
    },
    [create, diaryId, onCreated],
  );

  return { status, upload };
}

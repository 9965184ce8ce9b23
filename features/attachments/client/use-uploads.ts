import { useConvex, useQuery } from "convex/react";
import { useEffect, useMemo, useRef, useSyncExternalStore } from "react";
import { api, type Note } from "../../../lib/api.ts";
import { isConnectionLost } from "../../../lib/error-message.ts";
import { createId } from "../../../lib/ids.ts";
import { writeMessage } from "../../../lib/words/message.ts";
import { t } from "../../../lib/words/t.ts";
import { canSend } from "../../../ui/reachability.ts";
import { waitUntilSent } from "../../../ui/wait-until-sent.ts";
import { ATTACHMENT_MESSAGES, TOO_LARGE } from "../rules.ts";
import {
  claimFile,
  claimFileLater,
  forgetFiles,
  keepFiles,
  notePlace,
  readKeptFiles,
  type WaitingFile,
} from "./kept-files.ts";
import { PutRefused } from "./put-file.ts";
import { createSender, describeUploadFailure, isPassingFailure } from "./send-file.ts";
import { type SendFile, UploadQueue } from "./upload-queue.ts";
import { takeWaitingFiles } from "./waiting-files.ts";

/**
 * The uploads to a note. They stop when the component unmounts; files that aren't uploaded yet are kept in this browser,
 * and any page sends them (`send-kept-files.ts`).
 */
export function useUploads({
  _id: noteId,
  diaryId,
  isEncrypted,
}: Pick<Note, "_id" | "diaryId" | "isEncrypted">) {
  const convex = useConvex();
  const myId = useQuery(api.users.getCurrentUser, {})?._id;
  const me = useRef(myId);
  me.current = myId;

  const uploading = useMemo(() => {
    const claims = new Map<string, () => void>();
    /** Aborts when the note is left. */
    let leaving = new AbortController();
    const placeNow = () => (me.current ? notePlace(me.current, noteId) : null);

    const release = (id: string) => {
      claims.get(id)?.();
      claims.delete(id);
    };

    const sendFile = createSender(convex, { _id: noteId, diaryId, isEncrypted });
    const send: SendFile = async (file, report, signal) => {
      await waitUntilSent(noteId, signal);
      let isSaving = false;
      const reportSaving: typeof report = (progress) => {
        isSaving ||= progress.state === "saving";
        report(progress);
      };
      await sendFile(file, reportSaving, signal).catch((error) => {
        // Only then does the claim outlive `stop`; a later one of the same file isn't this upload's.
        if (signal.aborted && isSaving) release(file.id);
        throw error;
      });
    };

    const explain = (error: unknown): string => {
      console.error(t("uploads.failed"), error);
      const isAway = !canSend(convex) && !isConnectionLost(error) && !(error instanceof PutRefused);
      return isAway ? t("uploads.brokenOff") : describeUploadFailure(error);
    };

    const refusal = ({ size }: File) => (size >= TOO_LARGE ? writeMessage(ATTACHMENT_MESSAGES.size) : null);
    const isPassing = (error: unknown) => isPassingFailure(error) || !canSend(convex);
    const onEnd = (id: string) => {
      release(id);
      const place = placeNow();
      if (place) void forgetFiles(place, [id]);
    };
    const queue = new UploadQueue({ send, explain, refusal, isPassing, onEnd });

    async function claim(files: readonly WaitingFile[]): Promise<WaitingFile[]> {
      const ours: WaitingFile[] = [];
      for (const file of files) {
        if (claims.has(file.id)) continue;
        const releaseFile = await claimFile(file.id);
        if (!releaseFile) continue;
        claims.set(file.id, releaseFile);
        ours.push(file);
      }
      return ours;
    }

    /** Uploads a file that another page has, once that page is gone and unless it has uploaded the file. */
    async function takeOver(file: WaitingFile, userId: string): Promise<void> {
      const { signal } = leaving;
      const releaseFile = await claimFileLater(file.id, signal).catch(() => null);
      if (!releaseFile) return;
      const kept = await readKeptFiles(notePlace(userId, noteId));
      if (signal.aborted || !kept.some(({ id }) => id === file.id)) return releaseFile();
      claims.set(file.id, releaseFile);
      queue.add([file]);
    }

    /** Uploads files that were just chosen. */
    async function add(files: readonly File[]): Promise<void> {
      const chosen = files.map((file) => ({ id: createId(), file, description: "" }));
      await claim(chosen);
      queue.add(chosen);
      const place = placeNow();
      const allowed = chosen.filter(({ file }) => !refusal(file));
      if (place && allowed.length > 0) await keepFiles(place, allowed);
      // One may be uploaded already.
      const there = new Set(queue.uploads().map(({ id }) => id));
      const done = allowed.filter(({ id }) => !there.has(id)).map(({ id }) => id);
      if (place && done.length > 0) await forgetFiles(place, done);
    }

    /** Uploads files that were chosen in the form of the note, or before the page was closed. */
    async function resume(userId: string): Promise<void> {
      const given = takeWaitingFiles(userId, noteId);
      const kept = await readKeptFiles(notePlace(userId, noteId));
      const known = new Set(given.map(({ id }) => id));
      const files = [...given, ...kept.filter(({ id }) => !known.has(id))];
      queue.add(await claim(files));
      for (const file of files) if (!claims.has(file.id)) void takeOver(file, userId);
    }

    function stop(): void {
      leaving.abort();
      leaving = new AbortController();
      // A file that is being saved can't be stopped: another page that uploaded it again would attach it twice.
      const saving = new Set(queue.uploads().flatMap(({ id, state }) => (state === "saving" ? [id] : [])));
      queue.stop();
      for (const id of [...claims.keys()]) if (!saving.has(id)) release(id);
    }

    return { queue, add, resume, stop };
  }, [convex, diaryId, noteId, isEncrypted]);

  useEffect(() => uploading.stop, [uploading]);
  useEffect(() => {
    if (myId) void uploading.resume(myId);
  }, [uploading, myId]);
  const { queue, add } = uploading;
  useEffect(() => {
    window.addEventListener("online", queue.retryBroken);
    return () => window.removeEventListener("online", queue.retryBroken);
  }, [queue]);
  const uploads = useSyncExternalStore(queue.subscribe, queue.uploads);
  return { uploads, queue, add };
}

import type { ConvexReactClient } from "convex/react";
import { api, type ServerCalls } from "../../../lib/api.ts";
import { t } from "../../../lib/words/t.ts";
import { onDraftsEnding } from "../../../ui/draft.ts";
import { notifyFailure } from "../../../ui/notify.ts";
import { canSend, reachability } from "../../../ui/reachability.ts";
import { isWaiting, watchWaiting } from "../../../ui/waiting-changes.ts";
import {
  claimFile,
  forgetFiles,
  getMyId,
  listNotesWithFiles,
  notePlace,
  readKeptFiles,
  watchNoteFiles,
} from "./kept-files.ts";
import { createSender, describeUploadFailure, isPassingFailure } from "./send-file.ts";
import { isForNotePage } from "./waiting-files.ts";

/** After so long it looks again at what failed for a reason that passes, and at what another page was about to send; ms. */
const SEND_AGAIN_MS = 60_000;

/**
 * Sends the files that this browser keeps for a person's notes, one after the other, on any page: because a note was
 * written without a connection, or its page was closed too early. Goes on when the connection is back or a note has
 * arrived, until the session ends on this page. A file that the server refuses stays for the note's page, which shows the
 * reason.
 */
export function keepSendingFiles(client: ConvexReactClient, calls: ServerCalls): void {
  const ending = new AbortController();
  const { signal } = ending;
  /** Files that the server has refused. */
  const refused = new Set<string>();
  /** Notes with files that the server doesn't have yet, as far as is known. */
  let unsent = new Map<string, boolean>();
  let isRunning = false;
  let isStale = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function runLater(): void {
    if (!signal.aborted) timer ??= setTimeout(run, SEND_AGAIN_MS);
  }

  async function run(): Promise<void> {
    isStale = true;
    if (isRunning || signal.aborted || !canSend(client)) return;
    clearTimeout(timer);
    timer = undefined;
    isRunning = true;
    try {
      while (isStale && !signal.aborted) {
        isStale = false;
        await sendAll();
      }
    } catch (error) {
      if (!signal.aborted) console.warn("Kept files are sent later", error);
      runLater();
    }
    isRunning = false;
    lookAtNotes();
  }

  async function sendAll(): Promise<void> {
    const myId = getMyId();
    const noteIds = myId === undefined ? [] : await listNotesWithFiles(myId);
    unsent = new Map();
    for (const noteId of noteIds) {
      const isUnsent = isWaiting(noteId);
      const note = isUnsent ? null : await calls.query(api.notes.getNote, { noteId });
      if (note) await sendNoteFiles(myId!, note);
      else unsent.set(noteId, isUnsent);
    }
  }

  async function sendNoteFiles(
    userId: string,
    note: { _id: string; diaryId: string; isEncrypted: boolean },
  ): Promise<void> {
    const place = notePlace(userId, note._id);
    const send = createSender(calls, note);
    for (const file of await readKeptFiles(place)) {
      if (refused.has(file.id) || isForNotePage(userId, note._id, file.id)) continue;
      const release = await claimFile(file.id);
      if (!release) {
        // The page of the note sends it, unless it is closed before.
        runLater();
        continue;
      }
      try {
        // Another page may have sent it.
        const isThere = (await readKeptFiles(place)).some(({ id }) => id === file.id);
        if (isThere) await send(file, () => {}, signal);
        await forgetFiles(place, [file.id]);
      } catch (error) {
        if (signal.aborted || isPassingFailure(error) || !canSend(client)) throw error;
        console.error(t("uploads.failed"), error);
        refused.add(file.id);
        notifyFailure(`${file.file.name}: ${describeUploadFailure(error)}`);
      } finally {
        release();
      }
    }
  }

  let couldSend = canSend(client);
  const lookAtConnection = () => {
    const isBack = canSend(client) && !couldSend;
    couldSend = canSend(client);
    if (isBack) void run();
  };
  const lookAtNotes = () => {
    const hasChanged = [...unsent].some(([noteId, wasWaiting]) => isWaiting(noteId) !== wasWaiting);
    if (hasChanged) void run();
  };
  const stops = [
    reachability.subscribe(lookAtConnection),
    client.subscribeToConnectionState(lookAtConnection),
    watchWaiting(lookAtNotes),
    watchNoteFiles(run),
    onDraftsEnding(() => {
      clearTimeout(timer);
      ending.abort(new Error("The session has ended"));
      for (const stop of stops.splice(0)) stop();
    }),
  ];
  void run();
}

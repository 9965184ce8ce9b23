import { readStored, writeStored } from "../../../lib/browser-store.ts";
import { t } from "../../../lib/words/t.ts";
import { notifyFailure, notifySuccess } from "../../../ui/notify.ts";
import { offerUndoBeforeDeletion } from "../../../ui/undo-toast.tsx";
import { MESSAGES } from "../rules.ts";
import {
  assembleRecording,
  Capture,
  canRecord,
  type FinishedRecording,
  releaseDevices,
  requestDevices,
} from "./capture.ts";
import { describeReadFailure, saveRecording } from "./local-recordings.ts";
import {
  advanceRecorder,
  INITIAL_STATE,
  type RecorderEffect,
  type RecorderEvent,
  type RecorderState,
} from "./recorder-machine.ts";
import {
  claimUnfinished,
  deleteUnfinished,
  listUnfinished,
  markDiscarded,
  readUnfinished,
  type Unfinished,
} from "./unfinished-store.ts";

/** Why there is no video. */
export type NoVideoReason = "wished" | "no-camera" | "camera-lost";

/** The recorder's state for the screen. */
export type RecorderView = {
  state: RecorderState;
  /** The current stream of camera and microphone. */
  stream: MediaStream | null;
  noVideoReason: NoVideoReason | null;
  /** Start time of the running recording, epoch ms. */
  since: number | null;
  /** The stopped recording; null while it is assembled. */
  recorded: FinishedRecording | null;
  /** The browser can't store the running or stopped recording as it arrives: it is only in memory. */
  isOnlyInMemory: boolean;
  /** Recordings that were neither saved nor discarded, oldest first. */
  unfinished: Unfinished[];
  /** Increases when the saved recordings may have changed. */
  listVersion: number;
};

const ASKED_TO_PERSIST = "recorder.askedToPersist";

/** The recorder: runs the state machine's effects with the browser's devices and databases. */
export class MeetingRecorder {
  readonly #userId: string;
  readonly #listeners = new Set<() => void>();
  #view: RecorderView = {
    state: INITIAL_STATE,
    stream: null,
    noVideoReason: null,
    since: null,
    recorded: null,
    isOnlyInMemory: false,
    unfinished: [],
    listVersion: 0,
  };
  #isAttached = false;
  #soundOnly = false;
  /** Streams that were granted and are neither in use nor released yet. */
  #granted: MediaStream | null = null;
  #capture: Capture | null = null;
  #wakeLock: Promise<WakeLockSentinel | null> = Promise.resolve(null);
  /** Recordings of this page that were neither saved nor discarded. */
  #pending: FinishedRecording[] = [];
  /** Discarded recordings that can still be restored. */
  #discarded = new Set<string>();

  constructor(userId: string) {
    this.#userId = userId;
  }

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  readonly view = (): RecorderView => this.#view;

  /** Attaches the recorder to a page; returns a function that detaches it and releases camera and microphone. */
  readonly attach = (): (() => void) => {
    const onVisibilityChange = () => {
      if (document.visibilityState === "hidden") this.#dispatch({ type: "stop", by: "hidden" });
      else this.refresh();
    };
    const onPageHide = () => this.deactivate();
    this.#isAttached = true;
    document.addEventListener("visibilitychange", onVisibilityChange);
    window.addEventListener("pagehide", onPageHide);
    if (!canRecord()) this.#dispatch({ type: "unsupported" });
    this.refresh();
    return () => {
      document.removeEventListener("visibilitychange", onVisibilityChange);
      window.removeEventListener("pagehide", onPageHide);
      this.deactivate();
      this.#isAttached = false;
      for (const { release } of this.#pending.splice(0)) release();
    };
  };

  /** Reloads the saved recordings and those neither saved nor discarded. */
  readonly refresh = (): void => {
    this.#set({ listVersion: this.#view.listVersion + 1 });
    const others = listUnfinished(this.#userId).catch((error) => {
      console.error("Unfinished recordings can't be read", error);
      return [];
    });
    void others.then((others) => {
      const ours = this.#pending.map(({ duration, ...head }) => ({ ...head, seconds: duration }));
      const all = [...others, ...ours].filter(({ id }) => !this.#discarded.has(id));
      this.#set({ unfinished: all.sort((a, b) => a.timestamp - b.timestamp) });
    });
  };

  activate(soundOnly: boolean): void {
    this.#soundOnly = soundOnly;
    this.#dispatch({ type: canRecord() ? "activate" : "unsupported" });
  }

  start(): void {
    const isLive =
      this.#view.stream?.getAudioTracks().some(({ readyState }) => readyState === "live") ?? false;
    this.#dispatch({ type: "start", isLive });
  }

  stop(): void {
    this.#dispatch({ type: "stop", by: "person" });
  }

  keep(): void {
    if (this.#view.recorded) this.#dispatch({ type: "save" });
  }

  discard(): void {
    if (this.#view.recorded) this.#dispatch({ type: "discard" });
  }

  deactivate(): void {
    this.#dispatch({ type: "deactivate" });
  }

  /** Opens a recording that was neither saved nor discarded. */
  async review(id: string): Promise<void> {
    const recorded = this.#removePending(id) ?? (await this.#recover(id));
    this.refresh();
    if (!recorded) return;
    const before = this.#view.state;
    this.#dispatch({ type: "review" });
    if (this.#view.state === before) this.#addPending(recorded);
    else this.#set({ recorded, isOnlyInMemory: !recorded.isStored });
  }

  #dispatch(event: RecorderEvent): void {
    const [state, effects] = advanceRecorder(this.#view.state, event);
    this.#set({ state });
    for (const effect of effects) this.#effects[effect]();
  }

  #set(change: Partial<RecorderView>): void {
    this.#view = { ...this.#view, ...change };
    for (const listener of this.#listeners) listener();
  }

  readonly #effects: Record<RecorderEffect, () => void> = {
    "request-devices": () => void this.#requestDevices(this.#view.state.attempt),
    "use-devices": () => this.#useDevices(this.#granted!),
    "release-late-devices": () => releaseDevices(this.#granted!),
    "release-devices": () => {
      if (this.#view.stream) releaseDevices(this.#view.stream);
      this.#set({ stream: null, noVideoReason: null });
    },
    "start-recording": () => this.#startRecording(),
    "stop-recording": () => void this.#stopRecording(),
    "save-for-later": () => this.#saveForLater(),
    "save-recording": () => void this.#save(this.#view.recorded!),
    "discard-recording": () => this.#discard(),
  };

  async #requestDevices(attempt: number): Promise<void> {
    try {
      this.#granted = await requestDevices(this.#soundOnly);
      this.#dispatch({ type: "granted", attempt });
    } catch {
      this.#dispatch({ type: "refused", attempt, problem: "access" });
    }
  }

  #useDevices(stream: MediaStream): void {
    for (const track of stream.getTracks()) {
      track.onended = () => {
        // Without the camera, the audio continues.
        if (stream.getAudioTracks().some(({ readyState }) => readyState === "live"))
          this.#set({ noVideoReason: "camera-lost" });
        else this.#dispatch({ type: "lost" });
      };
    }
    const hasPicture = stream.getVideoTracks().length > 0;
    this.#set({ stream, noVideoReason: hasPicture ? null : this.#soundOnly ? "wished" : "no-camera" });
  }

  #startRecording(): void {
    try {
      this.#capture = new Capture(this.#view.stream!, this.#userId, {
        onFailure: () => this.#dispatch({ type: "stop", by: "failure" }),
        onStorageFailure: (error) => {
          console.error("The recording can't be kept as it comes", error);
          this.#set({ isOnlyInMemory: true });
        },
      });
    } catch (error) {
      console.error("The recording doesn't begin", error);
      this.#dispatch({ type: "start-failed" });
      return;
    }
    this.#set({ since: this.#capture.head.timestamp, recorded: null, isOnlyInMemory: false });
    // A sleeping phone would stop the recording.
    this.#wakeLock = navigator.wakeLock?.request("screen").catch(() => null) ?? Promise.resolve(null);
  }

  async #stopRecording(): Promise<void> {
    const capture = this.#capture;
    if (!capture) return;
    this.#set({ since: null });
    void this.#wakeLock.then((lock) => lock?.release());
    const recorded = await capture.end();
    // The page was left, or the devices were released, while it was being assembled.
    if (this.#capture !== capture) {
      if (recorded) this.#addPending(recorded);
      // The timer ran, so that one counts on a recording.
      else notifyFailure(t(MESSAGES.start));
      return;
    }
    this.#capture = null;
    if (!recorded) return this.#dispatch({ type: "empty" });
    this.#set({ recorded });
  }

  #saveForLater(): void {
    const { recorded } = this.#view;
    this.#capture = null;
    this.#set({ recorded: null });
    if (recorded) this.#addPending(recorded);
  }

  /**
   * Keeps a recording that was neither saved nor discarded: in memory, or in the browser for the next page that offers
   * it. Without space in the browser it stays unchanged in memory until the user returns.
   */
  #addPending(recorded: FinishedRecording): void {
    if (this.#isAttached || !recorded.isStored) this.#pending.push(recorded);
    else recorded.release();
    this.refresh();
  }

  #removePending(id: string): FinishedRecording | null {
    const recorded = this.#pending.find((each) => each.id === id);
    this.#pending = this.#pending.filter((each) => each !== recorded);
    return recorded ?? null;
  }

  /** A recording of a page that was closed. */
  async #recover(id: string): Promise<FinishedRecording | null> {
    const release = await claimUnfinished(id);
    const unfinished = this.#view.unfinished.find((each) => each.id === id);
    if (!release || !unfinished) return null;
    try {
      return await assembleRecording(unfinished, await readUnfinished(id), release);
    } catch (error) {
      release();
      console.error(error);
      notifyFailure(describeReadFailure(error as Error));
      return null;
    }
  }

  async #save(recorded: FinishedRecording): Promise<void> {
    const { release: _, isStored: __, ...recording } = recorded;
    try {
      await saveRecording({ ...recording, size: recording.blob.size });
    } catch (error) {
      console.error(error);
      if (this.#view.recorded === recorded) this.#dispatch({ type: "save-failed" });
      else notifyFailure(t(MESSAGES.save));
      return;
    }
    askToPersist();
    notifySuccess(t("recorder.saved"));
    this.#removePending(recorded.id);
    await this.#deleteParts(recorded);
    if (this.#view.recorded === recorded) {
      this.#dispatch({ type: "saved" });
      this.#set({ recorded: null });
    }
    this.refresh();
  }

  /** Discards a recording, which can be restored for a moment. */
  #discard(): void {
    const { recorded } = this.#view;
    this.#set({ recorded: null });
    if (!recorded) return;
    this.#discarded.add(recorded.id);
    const marked = markDiscarded(recorded.id, true).catch(console.error);
    let isRestored = false;
    offerUndoBeforeDeletion(
      t("recorder.discarded"),
      () => {
        isRestored = true;
        void marked.then(() => this.#restore(recorded));
      },
      // The toast closes before it reports a click on undo, so this waits for the next task.
      () => setTimeout(() => !isRestored && void this.#deleteParts(recorded)),
    );
  }

  async #restore(recorded: FinishedRecording): Promise<void> {
    await markDiscarded(recorded.id, false).catch(console.error);
    this.#discarded.delete(recorded.id);
    this.#addPending(recorded);
    if (this.#isAttached) await this.review(recorded.id);
    else notifySuccess(t("recorder.isBack"));
  }

  /** Deletes the stored parts of a recording. */
  async #deleteParts(recorded: FinishedRecording): Promise<void> {
    await deleteUnfinished(recorded.id).catch((error) => console.error(error));
    this.#discarded.delete(recorded.id);
    recorded.release();
  }
}

/** One recorder per person, which outlives its screen: a discarded recording can be restored from any page. */
const recorders = new Map<string, MeetingRecorder>();

/** The recorder of a user on this page. */
export function createRecorder(userId: string): MeetingRecorder {
  const recorder = recorders.get(userId) ?? new MeetingRecorder(userId);
  recorders.set(userId, recorder);
  return recorder;
}

/** Asks the browser, once, not to evict the stored data when the disk is full. */
function askToPersist(): void {
  if (readStored(ASKED_TO_PERSIST)) return;
  writeStored(ASKED_TO_PERSIST, true);
  navigator.storage?.persist?.().catch(() => false);
}

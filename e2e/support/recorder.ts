import type { Page } from "@playwright/test";

/** Chromium's fake camera (a clock on green) and microphone (a beep each second), allowed without a prompt. */
export const FAKE_DEVICES = ["--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream"];

type Watched = {
  constraints: MediaStreamConstraints[];
  options: MediaRecorderOptions[];
  streams: MediaStream[];
  /** The names of the parts that fail. */
  fails: Set<string>;
  /** How often the page requested a wake lock, and how often persistent storage. */
  awake: number;
  persisted: number;
};

/**
 * Records what a page requests from the browser, and lets a test make parts of the browser fail. Call it before the
 * page is opened.
 */
export async function watchRecorder(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const watched: Watched = {
      constraints: [],
      options: [],
      streams: [],
      fails: new Set(),
      awake: 0,
      persisted: 0,
    };
    Object.assign(window, { watched });
    const ask = MediaDevices.prototype.getUserMedia;
    MediaDevices.prototype.getUserMedia = async function (constraints) {
      watched.constraints.push(constraints ?? {});
      const stream = await ask.call(this, constraints);
      watched.streams.push(stream);
      return stream;
    };
    const wake = WakeLock.prototype.request;
    WakeLock.prototype.request = function (type) {
      watched.awake++;
      return wake.call(this, type);
    };
    const persist = StorageManager.prototype.persist;
    StorageManager.prototype.persist = function () {
      watched.persisted++;
      return persist.call(this);
    };
    const stop = MediaStreamTrack.prototype.stop;
    MediaStreamTrack.prototype.stop = function () {
      stop.call(this);
      // In local storage, which survives the page.
      localStorage.setItem("let go", `${localStorage.getItem("let go") ?? ""} ${this.kind}`.trim());
    };
    const Real = MediaRecorder;
    window.MediaRecorder = class extends Real {
      constructor(stream: MediaStream, options: MediaRecorderOptions = {}) {
        super(stream, options);
        watched.options.push(options);
      }
    };
    const breakable = (prototype: object, method: string, name: string, isMeant: (of: never) => boolean) => {
      const real = Reflect.get(prototype, method);
      Reflect.set(prototype, method, function (this: never, ...args: unknown[]) {
        if (watched.fails.has(name) && isMeant(this)) throw new DOMException("full", "QuotaExceededError");
        return real.apply(this, args);
      });
    };
    type Source = { objectStore?: IDBObjectStore; transaction?: IDBTransaction };
    const inside = (name: string) => (source: Source) =>
      (source.objectStore?.transaction ?? source.transaction)!.db.name === name;
    const kept = inside("CareDiaryRecordings");
    breakable(Real.prototype, "start", "start", () => true);
    breakable(IDBObjectStore.prototype, "put", "save", kept);
    breakable(IDBObjectStore.prototype, "put", "guard", inside("CareDiaryUnfinishedRecordings"));
    breakable(IDBObjectStore.prototype, "delete", "delete", kept);
    breakable(IDBIndex.prototype, "openCursor", "read", kept);
    breakable(IDBFactory.prototype, "open", "open", () => true);
  });
}

/**
 * Makes only these parts of the browser fail from now on: start, guard, save, delete, read, open; none without names.
 */
export const breakParts = (page: Page, ...names: string[]) =>
  page.evaluate((fails) => {
    (window as never as { watched: Watched }).watched.fails = new Set(fails);
  }, names);

/** What the page requested, and the state of its last devices: "audio live", "video ended". */
export const askedFor = (page: Page) =>
  page.evaluate(() => {
    const { constraints, options, streams, awake, persisted } = (window as never as { watched: Watched })
      .watched;
    const tracks = streams.at(-1)?.getTracks() ?? [];
    return {
      constraints,
      options,
      awake,
      persisted,
      tracks: tracks.map(({ kind, readyState }) => `${kind} ${readyState}`).sort(),
    };
  });

/** What the timer of a recording shows once it runs for some seconds: a busy machine may not look at each of them. */
export const RUNNING = /^0:(?:0[2-9]|[1-5]\d)$/;

/** Removes devices, as when they are unplugged; `isSilent`: without an event of the browser. */
export const unplug = (page: Page, { kind = "", isSilent = false } = {}) =>
  page.evaluate(
    ({ kind, isSilent }) => {
      const { streams } = (window as never as { watched: Watched }).watched;
      for (const track of streams
        .at(-1)!
        .getTracks()
        .filter((each) => !kind || each.kind === kind)) {
        track.stop();
        if (!isSilent) track.dispatchEvent(new Event("ended"));
      }
    },
    { kind, isSilent },
  );

/** Moves the tab to the background and back to the foreground. */
export const hideTab = (page: Page) =>
  page.evaluate(() => {
    for (const state of ["hidden", "visible"]) {
      Object.defineProperty(document, "visibilityState", { value: state, configurable: true });
      document.dispatchEvent(new Event("visibilitychange"));
    }
  });

/** How many parts of the newest recording the browser keeps: an overloaded one may encode nothing for a second. */
export const countParts = (page: Page) =>
  page.evaluate(async () => {
    const done = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const database = await done(indexedDB.open("CareDiaryUnfinishedRecordings"));
    const transaction = database.transaction(["recordings", "parts"]);
    const heads: { id: string; timestamp: number }[] = await done(
      transaction.objectStore("recordings").getAll(),
    );
    const newest = heads.sort((a, b) => a.timestamp - b.timestamp).at(-1);
    const parts: { recordingId: string }[] = await done(transaction.objectStore("parts").getAll());
    database.close();
    return parts.filter(({ recordingId }) => recordingId === newest?.id).length;
  });

/** The structure and the content of the browser's database of recordings. */
export const keptRecordings = (page: Page) =>
  page.evaluate(async () => {
    const version = (await indexedDB.databases()).find(({ name }) => name === "CareDiaryRecordings")?.version;
    if (!version) return null;
    const done = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const database = await done(indexedDB.open("CareDiaryRecordings"));
    const store = database.transaction("recordings").objectStore("recordings");
    const indexes = [...store.indexNames].map((name) => [name, store.index(name).keyPath]);
    const rows = (await done(store.getAll())) as ({ blob: Blob } & Record<string, unknown>)[];
    database.close();
    const stores = [...database.objectStoreNames];
    return {
      version,
      stores,
      keyPath: store.keyPath,
      indexes,
      rows: rows.map(({ blob, ...fields }) => ({
        ...fields,
        blob: { size: blob.size, type: blob.type },
      })) as ({ blob: { size: number; type: string } } & Record<string, unknown>)[],
    };
  });

/**
 * Plays the only stored recording and returns the duration it reports, how bright and how varied its picture is near
 * the end after a seek, and how loud its sound is overall.
 */
export const playKept = (page: Page) =>
  page.evaluate(async () => {
    const done = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve) => {
        request.onsuccess = () => resolve(request.result);
      });
    const database = await done(indexedDB.open("CareDiaryRecordings"));
    const rows = await done(database.transaction("recordings").objectStore("recordings").getAll());
    database.close();
    const { blob } = rows[0] as { blob: Blob };
    const sound = await new AudioContext().decodeAudioData(await blob.arrayBuffer());
    const samples = sound.getChannelData(0);
    const loudness = Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length);
    const video = document.createElement("video");
    video.muted = true;
    const happens = (name: string) =>
      new Promise((resolve) => video.addEventListener(name, resolve, { once: true }));
    video.src = URL.createObjectURL(blob);
    await happens("loadeddata");
    const { duration, videoWidth, videoHeight } = video;
    const seekable = video.seekable.length > 0 ? video.seekable.end(0) : 0;
    const look = () => {
      const canvas = document.createElement("canvas");
      Object.assign(canvas, { width: 160, height: 90 });
      const context = canvas.getContext("2d")!;
      context.drawImage(video, 0, 0, 160, 90);
      return context.getImageData(0, 0, 160, 90).data;
    };
    const brightness = (pixels: Uint8ClampedArray) =>
      pixels.reduce((sum, value) => sum + value, 0) / pixels.length;
    if (videoWidth === 0)
      return { duration, seekable, loudness, soundSeconds: sound.duration, picture: null };
    const first = look();
    const jumped = happens("seeked");
    // The position is there before its picture is, on a busy machine.
    const painted = new Promise((resolve) => video.requestVideoFrameCallback(resolve));
    video.currentTime = duration - 0.5;
    await Promise.all([jumped, painted]);
    const last = look();
    const changed = first.filter((value, at) => Math.abs(value - last[at]!) > 32).length;
    return {
      duration,
      seekable,
      loudness,
      soundSeconds: sound.duration,
      at: video.currentTime,
      picture: { size: [videoWidth, videoHeight], brightness: brightness(last), changed },
    };
  });

const OWN_FILE = /^http:\/\/localhost:\d+\/assets\/(?:words\/[\w-]{1,16}\/)?[\w.-]{1,60}$/;

/**
 * Everything by which a page could leak data: requests that may have a body (the size of a Blob isn't reported), and
 * the number of characters of other addresses and of bytes in frames of the live connection.
 */
export function watchSent(page: Page): { bodies: string[]; bytes: number } {
  const sent = { bodies: [] as string[], bytes: 0 };
  page.on("request", (request) => {
    const address = `${request.method()} ${request.url()}`;
    if (request.method() !== "GET") sent.bodies.push(address);
    // A `blob:` address stays in the browser, and the app's own files, which it loads when it is idle, have short names.
    else if (!request.url().startsWith("blob:") && !OWN_FILE.test(request.url()))
      sent.bytes += address.length;
  });
  page.on("websocket", (socket) =>
    socket.on("framesent", ({ payload }) => {
      sent.bytes += payload.length;
    }),
  );
  return sent;
}

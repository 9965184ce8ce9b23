import { useCallback, useEffect, useRef, useState } from "react";
import { forgetFiles, getFormPlace, keepFiles, readKeptFiles, type WaitingFile } from "./kept-files.ts";
import { attachToNote } from "./waiting-files.ts";

/** A description is kept when the person pauses. */
const SETTLE_MS = 300;

/**
 * The photos and files of a form that creates a note. They are kept in this browser until the note is saved or they are
 * removed, so that a reload or a phone that ends the page loses nothing.
 */
export function useChosenFiles(userId: string | undefined, ...form: string[]) {
  const place = userId ? getFormPlace(userId, ...form) : null;
  const [files, setFiles] = useState<readonly WaitingFile[]>([]);
  const [isRestored, setIsRestored] = useState(false);
  /** The files that the browser keeps, as they are kept. */
  const [kept, setKept] = useState<ReadonlyMap<string, WaitingFile>>(new Map());
  const latest = useRef(kept);
  latest.current = kept;

  useEffect(() => {
    if (!place) return;
    let isWanted = true;
    void readKeptFiles(place).then((found) => {
      if (!isWanted) return;
      setKept(new Map(found.map((file) => [file.id, file])));
      setFiles((chosen) => [...found, ...chosen]);
      setIsRestored(true);
    });
    return () => {
      isWanted = false;
    };
  }, [place]);

  useEffect(() => {
    if (!place || !isRestored) return;
    const before = latest.current;
    const changed = files.filter((file) => before.get(file.id) !== file);
    const removed = [...before.keys()].filter((id) => !files.some((file) => file.id === id));
    if (removed.length > 0) {
      void forgetFiles(place, removed);
      setKept(new Map([...before].filter(([id]) => !removed.includes(id))));
    }
    if (changed.length === 0) return;
    const isNew = changed.some(({ id }) => !before.has(id));
    const timer = setTimeout(
      async () => {
        const ids = await keepFiles(place, changed);
        setKept((known) => new Map([...known, ...changed.flatMap(ifIn(ids))]));
      },
      isNew ? 0 : SETTLE_MS,
    );
    return () => clearTimeout(timer);
  }, [place, isRestored, files]);

  const change = useCallback((next: (files: readonly WaitingFile[]) => WaitingFile[]) => setFiles(next), []);

  /** Hands the files over to the note that was created; `opensNote`: the page of the note is opened next. */
  async function attach(noteId: string, opensNote: boolean): Promise<void> {
    if (!userId || !place) return;
    const attached = attachToNote({ userId, noteId, formPlace: place, opensNote }, files);
    setKept(new Map());
    setFiles([]);
    await attached;
  }

  /** Keeps the files for another form instead of this one; files the browser can't keep stay here. */
  async function moveFiles(...other: string[]): Promise<void> {
    if (!userId || !place || files.length === 0) return;
    const ids = await keepFiles(getFormPlace(userId, ...other), files);
    await forgetFiles(place, ids);
    setKept(new Map([...kept].filter(([id]) => !ids.includes(id))));
    setFiles(files.filter(({ id }) => !ids.includes(id)));
  }

  return {
    files,
    change,
    moveFiles,
    /** False while leaving the form would lose some. */
    isKept: files.every(({ id }) => kept.has(id)),
    /** Keeps them before they are by themselves; false where this browser can't keep all of them. */
    keepNow: async () => place !== null && (await keepFiles(place, files)).length === files.length,
    attach,
    discard: () => setFiles([]),
  };
}

const ifIn =
  (ids: readonly string[]) =>
  (file: WaitingFile): [string, WaitingFile][] =>
    ids.includes(file.id) ? [[file.id, file]] : [];

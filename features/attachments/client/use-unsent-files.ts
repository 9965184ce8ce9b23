import { useEffect, useState } from "react";
import {
  getMyId,
  listNotesWithFiles,
  notePlace,
  readKeptFiles,
  type WaitingFile,
  watchNoteFiles,
} from "./kept-files.ts";

/** A file that this device keeps for a note until it is sent. */
export type UnsentFile = WaitingFile & { place: string };

/** The person's files of notes that wait on this device, the oldest first in each note; undefined while they are read. */
export function useUnsentFiles(): readonly UnsentFile[] | undefined {
  const [files, setFiles] = useState<readonly UnsentFile[]>();
  useEffect(() => {
    let isWanted = true;
    const read = async () => {
      const found = await readUnsentFiles();
      if (isWanted) setFiles(found);
    };
    void read();
    const stop = watchNoteFiles(() => void read());
    return () => {
      isWanted = false;
      stop();
    };
  }, []);
  return files;
}

async function readUnsentFiles(): Promise<UnsentFile[]> {
  const myId = getMyId();
  if (myId === undefined) return [];
  const places = (await listNotesWithFiles(myId)).map((noteId) => notePlace(myId, noteId));
  const files = await Promise.all(
    places.map(async (place) => (await readKeptFiles(place)).map((file) => ({ ...file, place }))),
  );
  return files.flat();
}

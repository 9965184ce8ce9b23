import { useEffect, useState } from "react";
import { listRecordings } from "../../features/recorder/client/public.ts";
import type { RecordingUpdate } from "../../features/updates/client/public.ts";

/** A person's recordings in this browser, newest first; empty before the first one. */
export function useLocalRecordings(userId: string | undefined, count: number): RecordingUpdate[] {
  const [recordings, setRecordings] = useState<RecordingUpdate[]>([]);
  useEffect(() => {
    if (!userId) return;
    let isWanted = true;
    listRecordings(userId, count).then(
      (listed) => {
        const updates = listed.map(({ id, filename, timestamp }) => ({
          type: "recording" as const,
          id,
          title: filename,
          updatedAt: timestamp,
        }));
        if (isWanted) setRecordings(updates);
      },
      (error) => console.warn("The recordings of this browser can't be read", error),
    );
    return () => {
      isWanted = false;
    };
  }, [userId, count]);
  return recordings;
}

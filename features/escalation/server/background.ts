import type { RoomParts } from "../../../server/rooms.ts";
import { pursueAll } from "./pursue.ts";

const EVERY_MS = 1_000;

/** Takes the steps that are due, every second, on every node: each run is locked by whoever is at it. */
export function startEscalation({ database, log }: RoomParts): { stop(): Promise<void> } {
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let round: Promise<void> = Promise.resolve();
  const onError = (err: unknown) =>
    log.error({ part: "escalation", err }, "A reminder that nobody answered can't be passed on.");
  const schedule = () => {
    if (stopped) return;
    timer = setTimeout(() => {
      round = pursueAll(database, { isStopped: () => stopped, onError }).finally(schedule);
    }, EVERY_MS);
  };
  schedule();
  return {
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await round;
    },
  };
}

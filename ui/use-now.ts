import { useEffect, useState } from "react";

/** The current time, epoch ms, updated each minute so that "5 minutes ago" stays correct. */
export function useNow(): number {
  // Never older than events since the last tick, which would otherwise be in the future.
  return Math.max(useTick(), Date.now());
}

/**
 * The time when the screen came, then that of each minute since, epoch ms: rows that get it are drawn again once a minute,
 * and not with each change of their list. Events since the last tick are later.
 */
export function useTick(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 60_000);
    return () => clearInterval(timer);
  }, []);
  return now;
}

const MINUTE = 60_000;
const thisMinute = () => Math.floor(Date.now() / MINUTE) * MINUTE;

/**
 * The start of the current minute, epoch ms. Constant until the next one, so that values for hundreds of rows aren't
 * computed at every render; it changes exactly with the clock's minute, and so with the day.
 */
export function useMinute(): number {
  const [minute, setMinute] = useState(thisMinute);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const updateNow = () => {
      setMinute(thisMinute());
      timer = setTimeout(updateNow, MINUTE - (Date.now() % MINUTE));
    };
    updateNow();
    return () => clearTimeout(timer);
  }, []);
  return minute;
}

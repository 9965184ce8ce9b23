import { useEffect, useState } from "react";

/** The current time, epoch ms, updated each minute so that "5 minutes ago" stays correct. */
export function useNow(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 60_000);
    return () => clearInterval(timer);
  }, []);
  // Never older than events since the last tick, which would otherwise be in the future.
  return Math.max(now, Date.now());
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

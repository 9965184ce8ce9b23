import { useEffect, useState } from "react";

/** The present, epoch ms, renewed each minute so that "5 minutes ago" doesn't stand still. */
export function useNow(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 60_000);
    return () => clearInterval(timer);
  }, []);
  // Something newer than the last tick isn't in the future.
  return Math.max(now, Date.now());
}

const MINUTE = 60_000;
const thisMinute = () => Math.floor(Date.now() / MINUTE) * MINUTE;

/**
 * The minute that it is, as its first moment, epoch ms. The same value until the next one, so that what is computed from
 * it for hundreds of rows isn't computed with every drawing; it turns with the clock, and so with the day.
 */
export function useMinute(): number {
  const [minute, setMinute] = useState(thisMinute);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const look = () => {
      setMinute(thisMinute());
      timer = setTimeout(look, MINUTE - (Date.now() % MINUTE));
    };
    look();
    return () => clearTimeout(timer);
  }, []);
  return minute;
}

import { useEffect, useState } from "react";
import { countAllKept, getKeptWords } from "../auth/kept-things.ts";

/** Shows the unsent items of users who haven't signed out here, without their names. */
export function KeptHere() {
  const [kept, setKept] = useState<string | null>(null);
  useEffect(() => void countAllKept().then((all) => setKept(getKeptWords(all))), []);
  return (
    <p role="status">
      {kept && (
        <>
          Kept on this device, not sent yet: <strong>{kept}</strong>. After you sign in again, it is sent or
          offered to you.
        </>
      )}
    </p>
  );
}

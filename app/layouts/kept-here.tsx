import { useEffect, useState } from "react";
import { Rich } from "../../ui/rich.tsx";
import { countAllKept, getKeptWords } from "../auth/kept-things.ts";

/** Shows the unsent items of users who haven't signed out here, without their names. */
export function KeptHere() {
  const [kept, setKept] = useState<string | null>(null);
  useEffect(() => void countAllKept().then((all) => setKept(getKeptWords(all))), []);
  return (
    <p role="status">
      {kept && <Rich text="start.keptHere" values={{ kept, b: (parts) => <strong>{parts}</strong> }} />}
    </p>
  );
}

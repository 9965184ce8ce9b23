import { useEffect, useState } from "react";
import { Rich } from "../../ui/rich.tsx";
import { countAllKept, isNothing, type UnsentWork } from "../auth/kept-things.ts";
import { formatKept } from "../auth/kept-words.ts";

/** Shows the unsent items of users who haven't signed out here, without their names. */
export function KeptHere() {
  const [kept, setKept] = useState<UnsentWork | null>(null);
  useEffect(() => void countAllKept().then((all) => setKept(all)), []);
  return (
    <p role="status">
      {kept && !isNothing(kept) && (
        <Rich text="kept.here" values={{ what: formatKept(kept), b: (what) => <strong>{what}</strong> }} />
      )}
    </p>
  );
}

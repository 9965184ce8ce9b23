import { Link } from "@tanstack/react-router";
import { shortDay } from "../../../lib/dates/zone-day.ts";
import { getShownId } from "../../../lib/shown-id.ts";
import { placeSideBySide } from "../../../lib/side-by-side.ts";
import { Rich } from "../../../ui/rich.tsx";
import type { Medication } from "../../notes/rules/medication-schema.ts";
import type { Comparison } from "../client/use-plans.ts";

type RowOfListProps = { row: Medication; list: Comparison["list"]; diaryId: string };

/** The text of a list's row, letter by letter, next to the fields that the user fills from it. */
export function RowOfList({ row, list, diaryId }: RowOfListProps) {
  const { genericName, brandName, dosage, timing, notes } = row;
  return (
    <>
      <p>
        <Rich
          text="planedit.listSays"
          values={{
            day: shortDay(list.noteDay),
            list: (words) => (
              <Link to="/care/$diaryId/note/$noteId" params={{ diaryId, noteId: getShownId(list) }}>
                {words}
              </Link>
            ),
          }}
        />
      </p>
      <p>
        <strong>
          {placeSideBySide([genericName, brandName && genericName ? `(${brandName})` : brandName])}
        </strong>
        {[dosage, timing].filter(Boolean).map((text) => (
          <span key={text}>
            {" · "}
            <bdi>{text}</bdi>
          </span>
        ))}
      </p>
      {notes && <p>{notes}</p>}
    </>
  );
}

import { pipelined } from "../../../server/db/pipelined.ts";
import {
  newestAttachments,
  newestComments,
  newestCompletions,
  newestMembers,
  newestNotes,
  newestPrograms,
  type Reader,
  type Wanted,
} from "./events.ts";
import {
  newestFlaggedDoses,
  newestPauseEnds,
  newestPauses,
  newestPlanEnds,
  newestPlanVersions,
} from "./ledger_events.ts";

/** The wanted updates of each kind that a reader of home or of all updates sees. */
export async function newestOfEach(reader: Reader, wanted: Wanted) {
  return pipelined(
    newestNotes(reader, wanted),
    newestComments(reader, wanted),
    newestAttachments(reader, wanted),
    newestCompletions(reader, wanted),
    newestPrograms(reader, wanted),
    newestMembers(reader, wanted),
    newestPlanVersions(reader, wanted),
    newestPlanEnds(reader, wanted),
    newestFlaggedDoses(reader, wanted),
    newestPauses(reader, wanted),
    newestPauseEnds(reader, wanted),
  );
}

import { runPipelined } from "../../../server/db/pipelined.ts";
import {
  type Reader,
  readNewestAttachments,
  readNewestComments,
  readNewestMembers,
  readNewestNotes,
  readNewestPrograms,
  type Wanted,
} from "./events.ts";
import {
  readNewestFlaggedDoses,
  readNewestPauseEnds,
  readNewestPauses,
  readNewestPlanEnds,
  readNewestPlanVersions,
} from "./ledger_events.ts";
import { readNewestCompletions } from "./task_events.ts";

/** The wanted updates of each kind that a reader of home or of all updates sees. */
export async function readNewestOfEach(reader: Reader, wanted: Wanted) {
  return runPipelined(
    readNewestNotes(reader, wanted),
    readNewestComments(reader, wanted),
    readNewestAttachments(reader, wanted),
    readNewestCompletions(reader, wanted),
    readNewestPrograms(reader, wanted),
    readNewestMembers(reader, wanted),
    readNewestPlanVersions(reader, wanted),
    readNewestPlanEnds(reader, wanted),
    readNewestFlaggedDoses(reader, wanted),
    readNewestPauses(reader, wanted),
    readNewestPauseEnds(reader, wanted),
  );
}

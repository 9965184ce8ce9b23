import type { Expectation } from "./expected.ts";
import { EXPORT_FUNCTIONS, type ExportFunction, titleOf } from "./export_calls.ts";

type Expected = Record<ExportFunction, Record<string, Expectation>>;

const deniedToAll: Record<string, Expectation> = Object.fromEntries(
  ["one of the removed member's private note", "one that doesn't exist", "something that isn't an id"].map(
    (title) => [
      title,
      {
        row: "signin unknown denied   denied  denied   denied denied  denied  denied denied denied  denied  denied denied",
      },
    ],
  ),
);

/** Everybody who sees the program, except viewers. */
const expectExporters = (changes: string[]): Record<string, Expectation> => ({
  "a caregiver's, without a note": {
    row: "signin unknown denied   denied  denied   done done    done    done   done   denied  denied  denied denied",
    changes,
  },
  "the owner's, of everyone's note": {
    row: "signin unknown denied   denied  denied   done done    done    done   done   denied  denied  denied denied",
    changes,
  },
  "the author's, of the team's note": {
    row: "signin unknown denied   denied  denied   done done    done    done   done   denied  denied  denied denied",
    changes,
  },
  "the author's, of their private note": {
    row: "signin unknown denied   denied  denied   denied done    denied  denied denied denied  denied  denied denied",
    changes,
  },
  "the owner's, of their private note": {
    row: "signin unknown denied   denied  denied   denied denied  denied  denied done   denied  denied  denied denied",
    changes,
  },
  ...deniedToAll,
});

/** What the calls of exports must answer; see `expected.ts`. The word for a list says whether its export may be deleted. */
// anon.  token   outsider invitee viewer   clinic. author  caregvr admin  owner  removed elsewh. platf. super
const PROGRAMS_EXPECTED: Expected = {
  listExports: {
    "a caregiver's, without a note": {
      row: "signin unknown denied   denied  denied   read read    delete  delete delete denied  denied  denied denied",
    },
    "the owner's, of everyone's note": {
      row: "signin unknown denied   denied  denied   read read    read    delete delete denied  denied  denied denied",
    },
    "the author's, of the team's note": {
      row: "signin unknown denied   denied  denied   read delete  read    delete delete denied  denied  denied denied",
    },
    "the author's, of their private note": {
      row: "signin unknown denied   denied  denied   denied delete  denied  denied denied denied  denied  denied denied",
    },
    "the owner's, of their private note": {
      row: "signin unknown denied   denied  denied   denied denied  denied  denied delete denied  denied  denied denied",
    },
    ...deniedToAll,
  },
  createExport: expectExporters(["audit_events", "exports"]),
  getExportUrl: expectExporters(["audit_events", "exports"]),
  deleteExport: {
    "a caregiver's, without a note": {
      row: "signin unknown denied   denied  denied   denied denied  done    done   done   denied  denied  denied denied",
      changes: ["audit_events", "exports", "file_removals"],
    },
    "the owner's, of everyone's note": {
      row: "signin unknown denied   denied  denied   denied denied  denied  done   done   denied  denied  denied denied",
      changes: ["audit_events", "exports", "file_removals"],
    },
    "the author's, of the team's note": {
      row: "signin unknown denied   denied  denied   denied done    denied  done   done   denied  denied  denied denied",
      changes: ["audit_events", "exports", "file_removals"],
    },
    "the author's, of their private note": {
      row: "signin unknown denied   denied  denied   denied done    denied  denied denied denied  denied  denied denied",
      changes: ["audit_events", "exports", "file_removals"],
    },
    "the owner's, of their private note": {
      row: "signin unknown denied   denied  denied   denied denied  denied  denied done   denied  denied  denied denied",
      changes: ["audit_events", "exports", "file_removals"],
    },
    ...deniedToAll,
  },
};

const MADE = ["audit_events", "exports"];
const DELETED = ["audit_events", "exports", "file_removals"];

const DENIED = {
  row: "signin unknown denied   denied  denied   denied denied  denied  denied denied denied  denied  denied denied",
};
const ELSEWHERE = {
  row: "signin unknown denied   denied  denied   denied denied  denied  denied denied denied  done    denied denied",
};
const unknownNotebooks = { "a notebook that doesn't exist": DENIED, "something that isn't an id": DENIED };

/** Every member may ask, and nobody else. */
const createExport: Record<string, Expectation> = {
  "the notebook": {
    row: "signin unknown denied   denied  done     done   done    done    done   done   denied  denied  denied denied",
    changes: MADE,
  },
  "another notebook": { ...ELSEWHERE, changes: MADE },
  ...unknownNotebooks,
};

/** Whoever sees the list sees the notebook's; `none` is an empty one. */
const listOf = (row: string): Record<string, Expectation> => ({
  "the notebook": { row },
  "another notebook": {
    row: "signin unknown denied   denied  denied   denied denied  denied  denied denied denied  none    denied denied",
  },
  ...unknownNotebooks,
});

/**
 * Sheets of doses. A viewer's sheet is for everyone; one of the team, of whoever left as well, for the team. People
 * delete their own, managers all that they see.
 */
const ofTeam = {
  row: "signin unknown denied   denied  denied   done   done    done    done   done   denied  denied  denied denied",
  changes: MADE,
};
const SHEETS_EXPECTED: Expected = {
  listExports: listOf(
    "signin unknown denied   denied  V        vCaor  vcAor   vcaor   VCAOR  VCAOR  denied  denied  denied denied",
  ),
  createExport,
  getExportUrl: {
    "the viewer's": {
      row: "signin unknown denied   denied  done     done   done    done    done   done   denied  denied  denied denied",
      changes: MADE,
    },
    "the clinician's": ofTeam,
    "the author's": ofTeam,
    "the owner's": ofTeam,
    "the removed member's": ofTeam,
    "one of another notebook": { ...ELSEWHERE, changes: MADE },
  },
  deleteExport: {
    "the viewer's": {
      row: "signin unknown denied   denied  done     denied denied  denied  done   done   denied  denied  denied denied",
      changes: DELETED,
    },
    "the clinician's": {
      row: "signin unknown denied   denied  denied   done   denied  denied  done   done   denied  denied  denied denied",
      changes: DELETED,
    },
    "the author's": {
      row: "signin unknown denied   denied  denied   denied done    denied  done   done   denied  denied  denied denied",
      changes: DELETED,
    },
    "the owner's": {
      row: "signin unknown denied   denied  denied   denied denied  denied  done   done   denied  denied  denied denied",
      changes: DELETED,
    },
    "the removed member's": {
      row: "signin unknown denied   denied  denied   denied denied  denied  done   done   denied  denied  denied denied",
      changes: DELETED,
    },
    "one of another notebook": { ...ELSEWHERE, changes: DELETED },
  },
};

/** A shift report is seen and deleted by its maker alone, as long as they are a member. */
const byMaker = (changes: string[]): Record<string, Expectation> => ({
  "the viewer's": {
    row: "signin unknown denied   denied  done     denied denied  denied  denied denied denied  denied  denied denied",
    changes,
  },
  "the author's": {
    row: "signin unknown denied   denied  denied   denied done    denied  denied denied denied  denied  denied denied",
    changes,
  },
  "the owner's": {
    row: "signin unknown denied   denied  denied   denied denied  denied  denied done   denied  denied  denied denied",
    changes,
  },
  "the removed member's": DENIED,
  "one of another notebook": { ...ELSEWHERE, changes },
});
const REPORTS_EXPECTED: Expected = {
  listExports: listOf(
    "signin unknown denied   denied  V        none   A       none    none   O      denied  denied  denied denied",
  ),
  createExport,
  getExportUrl: byMaker(MADE),
  deleteExport: byMaker(DELETED),
};

/** By kind; the sweep fails for a registered kind without rows here. */
export const EXPORT_KINDS_EXPECTED: Record<string, Expected> = {
  program: PROGRAMS_EXPECTED,
  "dose-sheet": SHEETS_EXPECTED,
  "shift-report": REPORTS_EXPECTED,
};

const ofAllKinds = (name: ExportFunction): Record<string, Expectation> =>
  Object.fromEntries(
    Object.entries(EXPORT_KINDS_EXPECTED).flatMap(([kind, expected]) =>
      Object.entries(expected[name]).map(([title, row]) => [titleOf(kind, title), row]),
    ),
  );

/** Exports of programs under their specified names, and those of every kind. */
export const EXPORTS_EXPECTED: Record<string, Record<string, Expectation>> = Object.fromEntries(
  EXPORT_FUNCTIONS.flatMap((name) => [
    [`programExports.${name}`, PROGRAMS_EXPECTED[name]],
    [`exports.${name}`, ofAllKinds(name)],
  ]),
);

import type { Expectation } from "./expected.ts";

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
const PROGRAMS_EXPECTED: Record<string, Record<string, Expectation>> = {
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

const under = (module: string): Record<string, Record<string, Expectation>> =>
  Object.fromEntries(
    Object.entries(PROGRAMS_EXPECTED).map(([name, expected]) => [`${module}.${name}`, expected]),
  );

/** The same under both names. */
export const EXPORTS_EXPECTED: Record<string, Record<string, Expectation>> = {
  ...under("programExports"),
  ...under("exports"),
};

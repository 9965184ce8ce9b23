import type { Expectation } from "./expected.ts";

// anon.  token   outsider invitee viewer clinic. author caregvr admin owner  removed elsewh. platf. super
const TEAM = (word: string) =>
  `signin unknown denied denied denied ${Array(5).fill(word).join(" ")} denied denied denied denied`;
const LEADERS = (word: string) =>
  `signin unknown denied denied denied denied denied denied ${word} ${word} denied denied denied denied`;
const NOBODY = `signin unknown ${Array(12).fill("denied").join(" ")}`;

/** The care team sees who is told when nobody answers; the owner and admins choose it. */
export const ESCALATION_EXPECTED: Record<string, Record<string, Expectation>> = {
  "escalation.getEscalation": {
    "the notebook": { row: TEAM("1of2for4") },
    "a notebook that doesn't exist": { row: NOBODY },
  },
  "escalation.setEscalation": {
    "the notebook": { row: LEADERS("done"), changes: ["audit_events", "escalation_plans"] },
    "a notebook that doesn't exist": { row: NOBODY },
  },
  "escalation.isAtNight": { "the notebook": { row: LEADERS("nightfalse") } },
  "escalation.setBreaksQuiet": { "the notebook": { row: TEAM("done"), changes: ["quiet_exceptions"] } },
  "escalation.listRunning": {
    "one that is running": {
      row: "signin unknown none none none running running running running running none none none none",
    },
  },
  "escalation.takeOn": {
    "one that is running": {
      row: "signin unknown no-run no-run denied denied done done done done no-run no-run no-run no-run",
      changes: ["escalation_runs"],
    },
    "one that doesn't exist": { row: `signin unknown ${Array(12).fill("no-run").join(" ")}` },
  },
};

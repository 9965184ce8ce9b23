import { describe, expect, it } from "vitest";
import { HOUR, MINUTE } from "../../../lib/dates/time.ts";
import { computeSlotState } from "./slot-states.ts";

const at = (text: string) => Date.parse(text);

describe("a planned dose", () => {
  const due = at("2026-11-20T08:00:00Z");
  const stateAt = (
    minutes: number,
    dose: Parameters<typeof computeSlotState>[0]["dose"] = null,
    pauses: Parameters<typeof computeSlotState>[1] = [],
  ) =>
    computeSlotState(
      { planId: "plan", dueAt: due, lateAfterMinutes: 60, lateUntilMinutes: 240, dose },
      pauses,
      due + minutes * MINUTE,
    );

  it("is due, late and then not recorded; never missed", () => {
    expect([-61, -60, 0, 60, 61, 240, 241].map((minutes) => stateAt(minutes).state)).toEqual([
      "coming",
      "due",
      "due",
      "due",
      "late",
      "late",
      "not_recorded",
    ]);
  });

  it("that was refused stays open until it is too late", () => {
    const refused = { state: "not_given", claimedUntil: null } as const;
    expect(stateAt(30, refused)).toEqual({ state: "not_given", isOpen: true });
    expect(stateAt(300, refused)).toEqual({ state: "not_given", isOpen: false });
  });

  it("that a member has claimed is theirs until the claim has expired", () => {
    const claimed = { state: "claimed", claimedUntil: due + 15 * MINUTE } as const;
    expect(stateAt(10, claimed).state).toBe("claimed");
    expect(stateAt(20, claimed).state).toBe("due");
  });

  it("within a pause is neither due nor late", () => {
    const pause = { from: due - HOUR, until: due + HOUR, planIds: null };
    expect(stateAt(100, null, [pause])).toEqual({ state: "paused", isOpen: false });
    expect(stateAt(0, null, [{ ...pause, planIds: ["another"] }]).state).toBe("due");
    expect(stateAt(0, null, [{ ...pause, until: due }]).state).toBe("due");
    expect(stateAt(100, { state: "given", claimedUntil: null }, [pause]).state).toBe("given");
  });
});

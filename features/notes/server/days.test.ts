import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addDays } from "../../../lib/dates/zone-day.ts";
import { VISIBILITIES } from "../../../lib/visibility-levels.ts";
import {
  api,
  careTeam,
  createMedicationList,
  createNote,
  createNotebook,
  type TestPerson,
} from "../../../test/people.ts";
import { type Service, startService } from "../../../test/service.ts";

let service: Service;
let team: Awaited<ReturnType<typeof careTeam>>;
beforeAll(async () => {
  service = await startService();
  team = await careTeam(service);
});
afterAll(() => service.close());

const FIRST = "2026-03-25";
const noon = (day: string) => Date.parse(`${day}T12:00:00Z`);
const daysOf = (person: TestPerson, diaryId: string, more: object = {}) =>
  person.http.query(api.notes.listNoteDays, {
    diaryId,
    fromDay: FIRST,
    toDay: addDays(FIRST, 9),
    ...more,
  });

describe("notes.listNoteDays", () => {
  it("counts for each reader exactly the notes of their list, whoever wrote them and however they are stored", async () => {
    const { diaryId, owner, caregiver, viewer } = team;
    const tags = [[], ["Sleep"], ["sleep", "walk"], ["walk", "food", "pain", "sleep"]];
    for (let i = 0; i < 60; i++) {
      const fields = {
        visibility: VISIBILITIES[(i * 7) % 3]!,
        tags: tags[(i * 5) % 4]!,
        noteDate: noon(addDays(FIRST, (i * 3) % 12)),
        isEncrypted: i % 6 === 0,
      };
      const author = i % 2 === 0 ? owner : caregiver;
      if (i % 9 === 0)
        await createMedicationList(author, diaryId, [{ genericName: "Ramipril" }], {
          ...fields,
          isEncrypted: false,
        });
      else await createNote(author, diaryId, fields);
    }
    const counts = new Set<number>();
    for (const person of [owner, caregiver, team.admin, viewer]) {
      const listed = await person.http.query(api.notes.listNotes, { diaryId });
      const days = await daysOf(person, diaryId, { tag: "SLEEP" });
      const expected = Map.groupBy(
        listed.filter(({ noteDay }) => noteDay >= FIRST && noteDay <= addDays(FIRST, 9)),
        ({ noteDay }) => noteDay,
      );
      expect(days.map(({ day }) => day)).toEqual([...expected.keys()].sort());
      for (const { day, notes, medicationLists, tagged, tags: named } of days) {
        const own = expected.get(day)!;
        const hasTag = (tag: string) => own.filter((note) => note.tags.some((t) => t.toLowerCase() === tag));
        expect(notes).toBe(own.length);
        expect(medicationLists).toBe(own.filter(({ type }) => type === "current-medications").length);
        expect(tagged).toBe(hasTag("sleep").length);
        const used = new Set(own.flatMap((note) => note.tags.map((t) => t.toLowerCase())));
        expect(named).toHaveLength(Math.min(3, used.size));
        for (const { tag, count } of named) expect(count).toBe(hasTag(tag.toLowerCase()).length);
        const most = Math.max(0, ...[...used].map((tag) => hasTag(tag).length));
        expect(named[0]?.count ?? 0).toBe(most);
      }
      counts.add(days.reduce((sum, { notes }) => sum + notes, 0));
    }
    // The administrator wrote none; owner, caregiver and viewer each see another number.
    expect(counts.size).toBeGreaterThanOrEqual(3);
  });

  it("names a tag as most notes of the day spell it", async () => {
    const diaryId = await createNotebook(team.owner);
    for (const tag of ["Sleep", "sleep", "Sleep"])
      await createNote(team.owner, diaryId, { tags: [tag], noteDate: noon(FIRST) });
    expect(await daysOf(team.owner, diaryId)).toEqual([
      { day: FIRST, notes: 3, medicationLists: 0, tagged: 0, tags: [{ tag: "Sleep", count: 3 }] },
    ]);
  });

  it("refuses more days than a calendar shows, and days in the wrong order", async () => {
    const { diaryId, owner } = team;
    const refused = async (fromDay: string, toDay: string) => {
      const call = daysOf(owner, diaryId, { fromDay, toDay });
      return (await call.catch((error) => error)).data?.message;
    };
    expect(await refused("2026-01-02", "2026-01-01")).toBe("The last day must not be before the first");
    expect(await refused("2026-01-01", "2026-12-31")).toBe("A calendar shows at most 100 days at once");
  });
});

it("the list of a day has the notes of that day and no others, in any zone of the notebook", async () => {
  for (const timeZone of ["Pacific/Kiritimati", "America/Los_Angeles"]) {
    const diaryId = await createNotebook(team.owner, { timeZone });
    for (const day of ["2026-03-28", "2026-03-29", "2026-03-30"]) {
      await team.owner.http.mutation(api.notes.createNote, {
        diaryId,
        type: "default",
        content: "Slept.",
        visibility: "team",
        noteDay: day,
        title: day,
      });
    }
    const { page } = await team.owner.http.query(api.notes.pageNotes, {
      diaryId,
      day: "2026-03-29",
      paginationOpts: { numItems: 10, cursor: null },
    });
    expect(page.map(({ title }) => title)).toEqual(["2026-03-29"]);
  }
});

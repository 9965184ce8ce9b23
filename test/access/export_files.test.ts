import { afterAll, beforeAll, expect, it } from "vitest";
import { makeExports } from "../../features/exports/server/exporter.ts";
import { getKinds } from "../../features/exports/server/public.ts";
import { toDayInZone } from "../../lib/dates/zone-day.ts";
import { rooms } from "../../registry/rooms.ts";
import { createLog } from "../../server/log.ts";
import { pdfText } from "../pdf-text.ts";
import { api, insertDiaryProgram } from "../people.ts";
import { type Service, startService } from "../service.ts";
import { refusalWord, secretsIn } from "./answers.ts";
import { newDose } from "./dose_calls.ts";
import { PRINCIPALS, type Principal, VISIBLE_SECRETS, wordsOf } from "./expected.ts";
import { canary, type Letter, makeWorld, type World } from "./world.ts";

const HOUR = 3_600_000;

let service: Service;
let world: World;
beforeAll(async () => {
  service = await startService();
  world = await makeWorld(service);
  for (const audience of ["team", "extended"] as const) await newDose(world, audience, "owner");
});
afterAll(() => service.close());

/** An activated program that is linked to a note, with a secret of the note's readers in its name. */
async function programOf(by: Principal, letter: Letter): Promise<string> {
  const { pool } = service.database;
  const id = await insertDiaryProgram(
    service,
    world.diaryId,
    world.actors[by].userId!,
    world.notes[letter].id,
  );
  await pool.query(
    "update programs set name = $2 where id = (select program_id from diary_programs where id = $1)",
    [id, canary(letter, "program")],
  );
  return id;
}

type Wanted = { kind: string; subjectId: string; parameters: Record<string, unknown> };

const report = async (by: Principal, letter: Letter): Promise<Wanted> => ({
  kind: "program",
  subjectId: await programOf(by, letter),
  parameters: { exportType: "full-report" },
});

/**
 * What each principal finds in the file that they ask for: the letters of all secrets in its text, or why they get
 * none. Letters as in `expected.ts`.
 */
// anon.  token   outsider invitee viewer clinic. author caregvr admin owner  removed elsewh. platf. super
const FILES: Record<string, Record<string, { wanted: () => Promise<Wanted>; row: string }>> = {
  program: {
    "of everyone's note": {
      wanted: () => report("owner", "E"),
      row: "signin unknown denied denied denied EN EN EN EN EN denied denied denied denied",
    },
    "of the team's note": {
      wanted: () => report("author", "T"),
      row: "signin unknown denied denied denied NT NT NT NT NT denied denied denied denied",
    },
    "of the author's private note": {
      wanted: () => report("author", "P"),
      row: "signin unknown denied denied denied denied NP denied denied denied denied denied denied denied",
    },
  },
  "dose-sheet": {
    "of this month": {
      wanted: async () => ({
        kind: "dose-sheet",
        subjectId: world.diaryId,
        parameters: { month: toDayInZone(Date.now(), "UTC").slice(0, 7) },
      }),
      row: "signin unknown denied denied EN EMNT EMNT EMNT EMNT EMNT denied denied denied denied",
    },
  },
  "shift-report": {
    "of the last hour": {
      wanted: async () => ({
        kind: "shift-report",
        subjectId: world.diaryId,
        parameters: { fromTime: Date.now() - HOUR, untilTime: Date.now() + HOUR },
      }),
      row: "signin unknown denied denied ENV ENTV ENPTV ENTV ENTV ENOTV denied denied denied denied",
    },
  },
};

it("has rows for every registered kind of export, and no other", () => {
  expect(Object.keys(FILES).sort()).toEqual([...getKinds(rooms).keys()].sort());
});

const cases = Object.entries(FILES).flatMap(([kind, each]) =>
  Object.entries(each).map(([title, one]) => [`${kind} ${title}`, one] as const),
);

it.each(cases)(
  "the file of a %s tells each maker only what they may see",
  async (_title, { wanted, row }) => {
    const asked = await wanted();
    const found: Record<string, string> = {};
    const ids = new Map<Principal, string>();
    for (const principal of PRINCIPALS) {
      const { http } = world.actors[principal];
      try {
        ids.set(principal, await http.mutation(api.exports.createExport, { ...asked, format: "pdf" }));
      } catch (error) {
        found[principal] = refusalWord(error);
      }
    }
    await makeExports({ ...service, log: createLog("silent"), rooms });
    for (const [principal, exportId] of ids) {
      const { url } = await world.actors[principal].http.action(api.exports.getExportUrl, { exportId });
      const answer = await fetch(url);
      const text = await pdfText(new Uint8Array(await answer.arrayBuffer()));
      // A secret may be broken at the end of a line.
      const letters = secretsIn([text.replaceAll(/\s/g, ""), answer.headers.get("content-disposition")]);
      for (const letter of letters) expect(VISIBLE_SECRETS[principal]).toContain(letter);
      found[principal] = letters.join("");
    }
    expect(found).toEqual(Object.fromEntries(wordsOf({ row })));
  },
);

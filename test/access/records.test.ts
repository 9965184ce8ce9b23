import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createLog } from "../../server/log.ts";
import { api, noteArguments } from "../people.ts";
import { dataUrlOf, pngOf } from "../pictures.ts";
import { type Service, startService } from "../service.ts";
import { secretsIn } from "./answers.ts";
import { secretComment } from "./comment_world.ts";
import { canary, makeWorld, secrets, type World } from "./world.ts";

let service: Service;
let world: World;
const log: string[] = [];
beforeAll(async () => {
  service = await startService({ log: createLog("trace", { write: (line) => void log.push(line) }) });
  world = await makeWorld(service);
});
afterAll(() => service.close());

const sql = async (text: string) => (await service.database.pool.query(text)).rows;
/** Everything about the person, changed, on a connection whose outcomes are stored. */
const change = (word: string) =>
  service.connect(world.actors.owner.claims!).mutation(api.diaries.updateDiaryWithPersonInfo, {
    diaryId: world.diaryId,
    region: "DE",
    name: canary("N", word),
    description: canary("N", word),
    personInfo: {
      fullName: canary("N", word),
      allergies: [canary("M", word)],
      familyDoctor: { name: canary("M", word) },
      medicalHistory: canary("M", word),
      govIdInfo: canary("M", word),
      medicalInsurance: { memberNumber: canary("M", word) },
      emergencyContacts: [{ name: canary("N", word), phone: canary("N", word) }],
    },
  });

describe("the service's own records", () => {
  it("contain nothing that people wrote about the person, neither in audit events nor in stored outcomes", async () => {
    await change("changed");
    const { owner } = world.actors;
    await owner.http.mutation(api.diaries.archiveDiary, { diaryId: world.diaryId });
    await owner.http.action(api.diaryAvatars.uploadAvatarFromDataUrl, {
      dataUrl: dataUrlOf("image/png", await pngOf()),
      filename: canary("M", "file"),
    });
    const events = JSON.stringify(await sql("select * from audit_events"));
    expect(events).toContain("personInfo.medicalHistory");
    const outcomes = await sql("select * from sync_outcomes");
    expect(outcomes.length).toBeGreaterThan(0);
    expect(events + JSON.stringify(outcomes)).not.toContain("canary");
    for (const table of ["avatars", "file_removals", "sync_log"]) {
      expect(JSON.stringify(await sql(`select * from ${table}`)), table).not.toContain("canary");
    }
  });

  it("contain nothing of a row that the database refuses, neither in the log nor in the answer", async () => {
    await sql(
      "alter table person_infos add constraint unheard_of check (medical_history not like '%refused%') not valid",
    );
    const failure = await change("refused").catch((error) => [String(error), error.stack, error.data]);
    expect(JSON.stringify(failure)).toContain("Internal error");
    const lines = log.join("");
    expect(lines).toContain("unheard_of");
    expect(lines + JSON.stringify(failure)).not.toContain("canary");
    await sql("alter table person_infos drop constraint unheard_of");
  });
});

it("puts no secret into a mail except the name of the notebook", async () => {
  const { diaryId, notes, actors } = await makeWorld(service);
  await actors.author.http.mutation(api.comments.createComment, {
    diaryId,
    targetType: "note",
    targetId: notes.T.id,
    content: secretComment("T"),
    mentions: [actors.caregiver.userId!],
  });
  await actors.author.http.mutation(
    api.notes.createNote,
    noteArguments(diaryId, { ...secrets("T", "team"), mentions: [actors.caregiver.userId!] }),
  );
  const mails = await sql("select to_jsonb(mail_outbox) as mail from mail_outbox");
  expect(mails.some(({ mail }) => JSON.stringify(mail).includes("mentioned you"))).toBe(true);
  expect(secretsIn(mails)).toEqual(["N"]);
});

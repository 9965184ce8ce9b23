import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { PROGRAM_EXPORT_MESSAGES } from "../../../features/programs/rules/reports.ts";
import { seesTeam } from "../../../lib/visibility.ts";
import { membership } from "../../../server/access/gate.ts";
import { findBearerOfLink } from "../../../server/access/link_bearer.ts";
import type { ExportAudience, ExportKind } from "../../../server/exports.ts";
import { createLog } from "../../../server/log.ts";
import { careTeam, type TestPerson } from "../../../test/people.ts";
import { type Service, startService } from "../../../test/service.ts";
import { mayListExports, mayMakeExport, mayUseExport } from "./access.ts";
import * as data from "./data.ts";
import { makeExports } from "./exporter.ts";
import { getKinds } from "./kinds.ts";

/** A kind on a whole notebook for everybody who reads notes; what it holds is for the audience that `of` says. */
const kindFor = (name: string, of: (seesTeam: boolean) => ExportAudience): ExportKind<object> => ({
  name,
  formats: ["csv"],
  parameters: z.strictObject({}),
  actions: { make: "doses.see", delete: "comments.delete" },
  words: { hidden: PROGRAM_EXPORT_MESSAGES.hidden, open: PROGRAM_EXPORT_MESSAGES.open },
  async find(caller, diaryId) {
    const access = await membership(caller, diaryId);
    if (!access) return null;
    const team = seesTeam(access.role);
    return { access, rights: { own: false, isPrivate: false }, seesTeam: team, audience: of(team) };
  },
  filename: async () => `${name}.csv`,
  compose: async () => ({ isEncrypted: false, write: async () => Buffer.from("x") }),
});
const BY_ROLE = kindFor("by-role", (team) => (team ? "team" : "everyone"));
const PERSONAL = kindFor("personal", () => "maker");
const rooms = [{ name: "test", exports: [BY_ROLE, PERSONAL] }];
const kinds = getKinds(rooms);

let service: Service;
let team: Awaited<ReturnType<typeof careTeam>>;
beforeAll(async () => {
  service = await startService();
  team = await careTeam(service);
});
afterAll(() => service.close());

const db = () => service.database.db;
const as = (who: TestPerson) => findBearerOfLink(db(), who.userId);
const on = (kind: ExportKind<object>) => ({ kind: kind.name, subjectId: team.diaryId });

async function requestAs(who: TestPerson, kind: ExportKind<object>): Promise<string> {
  const access = await mayMakeExport(kinds).resolve(await as(who), on(kind));
  const wanted = { format: "csv" as const, parameters: {}, filename: "a.csv" };
  return data.insertExport(db(), access, kind, wanted, new Date());
}
async function listAs(who: TestPerson, kind: ExportKind<object>): Promise<string[]> {
  const access = await mayListExports(kinds).resolve(await as(who), on(kind));
  return (await data.listExports(db(), access, kind)).map(({ _id }) => _id);
}
const mayUse = async (who: TestPerson, exportId: string, use: "make" | "delete") =>
  mayUseExport(kinds, use)
    .resolve(await as(who), { exportId })
    .then(
      () => true,
      () => false,
    );
const make = () => makeExports({ ...service, log: createLog("silent"), rooms });
const setRole = (who: TestPerson, role: string) =>
  service.database.pool.query("update members set role = $1 where diary_id = $2 and user_id = $3", [
    role,
    team.diaryId,
    who.userId,
  ]);

describe("an export whose content depends on its maker's role", () => {
  it("is seen by those who would get the same", async () => {
    const ofTeam = await requestAs(team.caregiver, BY_ROLE);
    const ofViewer = await requestAs(team.viewer, BY_ROLE);
    await make();
    expect((await listAs(team.owner, BY_ROLE)).sort()).toEqual([ofTeam, ofViewer].sort());
    expect(await listAs(team.viewer, BY_ROLE)).toEqual([ofViewer]);
    expect(await mayUse(team.viewer, ofTeam, "make")).toBe(false);
    expect(await mayUse(team.viewer, ofTeam, "delete")).toBe(false);
    expect(await mayUse(team.caregiver, ofViewer, "make")).toBe(true);
    expect(await mayUse(team.caregiver, ofViewer, "delete")).toBe(false);
    expect(await mayUse(team.owner, ofTeam, "delete")).toBe(true);
  });

  it("is lost to its maker when they leave the care team", async () => {
    const exportId = await requestAs(team.caregiver, BY_ROLE);
    await make();
    await setRole(team.caregiver, "extended");
    try {
      expect(await mayUse(team.caregiver, exportId, "make")).toBe(false);
      expect(await listAs(team.caregiver, BY_ROLE)).not.toContain(exportId);
    } finally {
      await setRole(team.caregiver, "member");
    }
  });

  it("belongs to the audience of what is in it: its maker joined the team before it was made", async () => {
    const exportId = await requestAs(team.viewer, BY_ROLE);
    await setRole(team.viewer, "member");
    try {
      await make();
    } finally {
      await setRole(team.viewer, "extended");
    }
    expect(await mayUse(team.viewer, exportId, "make")).toBe(false);
    expect(await mayUse(team.caregiver, exportId, "make")).toBe(true);
  });
});

it("a personal export is its maker's alone, whoever else may delete others", async () => {
  const exportId = await requestAs(team.caregiver, PERSONAL);
  await make();
  expect(await listAs(team.caregiver, PERSONAL)).toEqual([exportId]);
  expect(await listAs(team.owner, PERSONAL)).toEqual([]);
  for (const use of ["make", "delete"] as const) {
    expect(await mayUse(team.caregiver, exportId, use)).toBe(true);
    expect(await mayUse(team.owner, exportId, use)).toBe(false);
    expect(await mayUse(team.outsider, exportId, use)).toBe(false);
  }
});

it("a node leaves kinds that it doesn't know to others", async () => {
  const exportId = await requestAs(team.owner, PERSONAL);
  await makeExports({ ...service, log: createLog("silent"), rooms: [{ name: "older", exports: [BY_ROLE] }] });
  const statusOf = async () =>
    (await service.database.pool.query("select status from exports where id = $1", [exportId])).rows[0]
      .status;
  expect(await statusOf()).toBe("making");
  await make();
  expect(await statusOf()).toBe("ready");
});

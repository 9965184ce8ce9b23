import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { ExportFormat } from "../../../../lib/export-formats.ts";
import { writeMessage } from "../../../../lib/words/message.ts";
import { rooms } from "../../../../registry/rooms.ts";
import { DiskFull } from "../../../../server/disk.ts";
import { removeFiles } from "../../../../server/jobs/data.ts";
import { createLog } from "../../../../server/log.ts";
import type { FileStorage } from "../../../../server/storage/storage.ts";
import { api, careTeam, createNote, type TestPerson } from "../../../../test/people.ts";
import { activateAs, programFile } from "../../../../test/programs.ts";
import { type Service, startService } from "../../../../test/service.ts";
import { EXPORT_FAILURES, KEPT_DAYS, OPEN_EXPORTS } from "../../../exports/rules.ts";
import { makeExports, startExporter } from "../../../exports/server/exporter.ts";
import { expireExports } from "../../../exports/server/queue_figures.ts";
import { PROGRAM_EXPORT_MESSAGES as EXPORT_MESSAGES, type ExportType } from "../../rules/reports.ts";

const PATIENT = { timeout: 20_000 };
const DAY = 86_400_000;

let service: Service;
let team: Awaited<ReturnType<typeof careTeam>>;
let diaryProgramId: string;
beforeAll(async () => {
  service = await startService();
  team = await careTeam(service);
});
afterAll(() => service.close());
beforeEach(async () => {
  diaryProgramId = await activateAs(team.owner, team.diaryId, { baselineDate: Date.now() - 5 * DAY });
});

const rows = async (sql: string, ...values: unknown[]) =>
  (await service.database.pool.query(sql, values)).rows;
const partsOf = ({ database, storage, vault }: Service) => ({
  database,
  storage,
  vault,
  rooms,
  log: createLog("silent"),
});
const createAs = (
  who: TestPerson,
  exportType: ExportType = "full-report",
  format: ExportFormat = "json",
  more: { diaryProgramId?: string; from?: number; to?: number } = {},
): Promise<string> =>
  who.http.mutation(api.programExports.createExport, { diaryProgramId, exportType, format, ...more });
const listAs = (who: TestPerson, of = diaryProgramId) =>
  who.http.query(api.programExports.listExports, { diaryProgramId: of });
const findAs = async (who: TestPerson, exportId: string, of?: string) =>
  (await listAs(who, of)).find(({ _id }) => _id === exportId)!;
const urlAs = async (who: TestPerson, exportId: string) =>
  (await who.http.action(api.programExports.getExportUrl, { exportId })).url;
const make = () => makeExports(partsOf(service));
const refusal = (code: string, message: string) => ({ data: { code, message } });
const DENIED = refusal("access-denied", "Access denied");
const storedFiles = (): Promise<string[]> => readdir(join(service.files, "exports")).catch(() => []);

describe("an export", () => {
  it.each([
    ["phase-report", "pdf", "application/pdf", "%PDF-1.7"],
    ["weekly-summary", "csv", "text/csv; charset=utf-8", "\ufeffWeek from,to,Tasks"],
    ["full-report", "json", "application/json; charset=utf-8", "{"],
    ["api-snapshot", "csv", "text/csv; charset=utf-8", "\ufefftaskId,title"],
  ] as const)(
    "of type %s as %s is requested, made and downloaded",
    async (exportType, format, type, begin) => {
      const exportId = await createAs(team.caregiver, exportType, format);
      const waiting = await findAs(team.owner, exportId);
      expect(waiting).toMatchObject({ status: "making", progress: 0, generatedAt: null, sizeBytes: null });
      await make();
      const ready = await findAs(team.owner, exportId);
      expect(ready).toEqual({
        _id: exportId,
        exportType,
        format,
        rangeStart: null,
        rangeEnd: null,
        status: "ready",
        progress: 100,
        error: null,
        downloadCount: 0,
        expiresAt: waiting._creationTime + KEPT_DAYS * DAY,
        generatedAt: expect.any(Number),
        generatedBy: team.caregiver.userId,
        generatorName: "Clara Caregiver",
        filename: expect.stringMatching(/^After a hip operation, .*, \d{4}-\d\d-\d\d\.(pdf|csv|json)$/),
        sizeBytes: expect.any(Number),
        canDelete: true,
        _creationTime: waiting._creationTime,
      });
      const answer = await fetch(await urlAs(team.admin, exportId));
      expect(answer.status).toBe(200);
      expect(answer.headers.get("content-type")).toBe(type);
      expect(answer.headers.get("content-disposition")).toContain(`attachment; filename="${ready.filename}"`);
      const bytes = Buffer.from(await answer.arrayBuffer());
      expect(bytes.length).toBe(ready.sizeBytes);
      expect(bytes.toString().startsWith(begin)).toBe(true);
      expect((await findAs(team.owner, exportId)).downloadCount).toBe(1);
      const events = await rows(
        "select event_type, actor_id from audit_events where target_id = $1 order by id",
        exportId,
      );
      expect(events).toEqual([
        { event_type: "export.created", actor_id: team.caregiver.userId },
        { event_type: "export.downloaded", actor_id: team.admin.userId },
      ]);
    },
  );

  it("has the figures of the program's page, for its range of days", async () => {
    const { page } = await team.owner.http.query(api.programs.listProgramTasks, {
      diaryProgramId,
      paginationOpts: { numItems: 100, cursor: null },
    });
    await team.owner.http.mutation(api.tasks.updateTask, { taskId: page[0]!._id, status: "completed" });
    await team.owner.http.mutation(api.tasks.updateTask, { taskId: page[1]!._id, status: "cancelled" });
    const whole = await createAs(team.owner);
    const from = page[0]!.scheduledDate!;
    const part = await createAs(team.owner, "full-report", "json", { from, to: from + 2 * DAY - 1 });
    await make();
    const read = async (exportId: string) => (await fetch(await urlAs(team.owner, exportId))).json();
    const program = (await team.owner.http.query(api.programs.getDiaryProgram, { diaryProgramId }))!;
    const report = await read(whole);
    expect(report.totals).toMatchObject({
      total: program.totalTasks,
      done: program.completedTasks,
      missed: program.overdueTasks,
      cancelled: 1,
    });
    expect(report.phases.map(({ done, total }: { done: number; total: number }) => [done, total])).toEqual(
      program.phases.map(({ completedTasks, totalTasks }) => [completedTasks, totalTasks]),
    );
    expect(report.tasks).toHaveLength(page.length);
    const shown = (await read(part)).tasks.map(({ taskId }: { taskId: string }) => taskId);
    const inside = page.filter(
      ({ scheduledDate }) => scheduledDate! >= from && scheduledDate! < from + 2 * DAY,
    );
    expect(inside.length).toBeLessThan(page.length);
    expect(shown.sort()).toEqual(inside.map(({ _id }) => _id).sort());
  });

  it("refuses invalid requests, and more than a program may have", async () => {
    await expect(createAs(team.owner, "api-snapshot", "pdf")).rejects.toMatchObject(
      refusal("invalid", writeMessage(EXPORT_MESSAGES.snapshotPdf)),
    );
    await expect(createAs(team.owner, "full-report", "csv", { from: 2, to: 1 })).rejects.toMatchObject(
      refusal("invalid", writeMessage(EXPORT_MESSAGES.range)),
    );
    for (let i = 0; i < OPEN_EXPORTS; i++)
      await createAs(i % 2 ? team.owner : team.admin, "phase-report", "csv");
    await expect(createAs(team.owner)).rejects.toMatchObject(
      refusal("limit", writeMessage(EXPORT_MESSAGES.open)),
    );
    const [first] = await listAs(team.owner);
    await team.owner.http.mutation(api.programExports.deleteExport, { exportId: first!._id });
    await createAs(team.caregiver);
    await make();
  });

  it("has a limit per person and day, which deleted exports count towards", async () => {
    await service.database.pool.query(
      `insert into audit_events (id, event_type, diary_id, actor_id, target_type, target_id)
       select gen_random_uuid(), 'export.created', $1, $2, 'export', i::text from generate_series(1, 50) i`,
      [team.diaryId, team.admin.userId],
    );
    await expect(createAs(team.admin)).rejects.toMatchObject(
      refusal("limit", writeMessage(EXPORT_MESSAGES.day)),
    );
    await createAs(team.owner);
    await make();
  });

  it("shows to other members at once, with its progress", async () => {
    const client = service.connect(team.admin);
    const seen: string[] = [];
    client.onUpdate(api.programExports.listExports, { diaryProgramId }, ([first]) => {
      if (first) seen.push(`${first.status} ${first.progress}`);
    });
    const exportId = await createAs(team.owner);
    await expect.poll(() => seen.at(-1), PATIENT).toBe("making 0");
    await make();
    await expect.poll(() => seen.at(-1), PATIENT).toBe("ready 100");
    await team.owner.http.mutation(api.programExports.deleteExport, { exportId });
  });
});

describe("the right to export", () => {
  it("isn't given to viewers, people outside and former members", async () => {
    const exportId = await createAs(team.caregiver, "phase-report", "csv");
    await make();
    const url = await urlAs(team.caregiver, exportId);
    for (const someone of [team.viewer, team.outsider]) {
      await expect(listAs(someone)).rejects.toMatchObject(DENIED);
      await expect(createAs(someone)).rejects.toMatchObject(DENIED);
      await expect(urlAs(someone, exportId)).rejects.toMatchObject(DENIED);
    }
    await service.database.pool.query("update members set role = 'extended' where user_id = $1", [
      team.caregiver.userId,
    ]);
    try {
      expect((await fetch(url)).status).toBe(404);
    } finally {
      await service.database.pool.query("update members set role = 'member' where user_id = $1", [
        team.caregiver.userId,
      ]);
    }
    expect((await fetch(url)).status).toBe(200);
  });

  it("on a private note is its author's alone; an export isn't made when the note becomes private meanwhile", async () => {
    const noteId = await createNote(team.caregiver, team.diaryId, { visibility: "team" });
    const hidden = await activateAs(team.caregiver, team.diaryId, { noteId });
    const exportId = await createAs(team.owner, "full-report", "json", { diaryProgramId: hidden });
    await service.database.pool.query("update notes set visibility = 'private' where id = $1", [noteId]);
    await make();
    await expect(listAs(team.owner, hidden)).rejects.toMatchObject(DENIED);
    expect(await findAs(team.caregiver, exportId, hidden)).toMatchObject({
      status: "failed",
      error: writeMessage(EXPORT_MESSAGES.hidden),
    });
    const own = await createAs(team.caregiver, "full-report", "json", { diaryProgramId: hidden });
    await make();
    await expect(urlAs(team.owner, own)).rejects.toMatchObject(DENIED);
    expect((await fetch(await urlAs(team.caregiver, own))).status).toBe(200);
  });

  it("on an encrypted note gives a readable file, which is encrypted in the storage", async () => {
    const noteId = await createNote(team.owner, team.diaryId, { isEncrypted: true });
    const of = await activateAs(team.owner, team.diaryId, { noteId });
    const before: string[] = await storedFiles();
    const exportId = await createAs(team.owner, "phase-report", "csv", { diaryProgramId: of });
    await make();
    const [name] = (await storedFiles()).filter((file) => !before.includes(file));
    const stored = await readFile(join(service.files, "exports", name!), "latin1");
    expect(stored).not.toContain("First week");
    expect(await (await fetch(await urlAs(team.caregiver, exportId))).text()).toContain("First week");
  });
});

describe("the nodes that make exports", () => {
  it("make each one once, several at a time", async () => {
    const other = await service.startSecondNode();
    const ids = await Promise.all(
      Array.from({ length: 8 }, () => createAs(team.owner, "phase-report", "csv")),
    );
    // Both look for exports by themselves, as in production.
    const exporters = [service, other].map((node) =>
      startExporter({ ...partsOf(node), storage: service.storage }),
    );
    await expect
      .poll(async () => (await listAs(team.owner)).filter(({ status }) => status === "ready").length, PATIENT)
      .toBe(ids.length);
    await Promise.all(exporters.map((exporter) => exporter.stop()));
    const attempts = await rows("select attempts from exports where id = any($1)", ids);
    expect(attempts).toEqual(ids.map(() => ({ attempts: 1 })));
  });

  it("take over from a node that dies, which leaves no half file", async () => {
    const exportId = await createAs(team.owner, "phase-report", "csv");
    const dyingStorage: FileStorage = {
      ...service.storage,
      // The process ends here: its file is stored, its row isn't updated.
      write: async (name: string, bytes: Uint8Array) => {
        await service.storage.write(name, bytes.subarray(0, 10));
        await new Promise<never>(() => {});
      },
    };
    void makeExports({ ...partsOf(service), storage: dyingStorage });
    const state = async () =>
      (await rows("select object_name, progress, status from exports where id = $1", exportId))[0];
    await expect.poll(async () => (await state()).progress, PATIENT).toBe(80);
    await make();
    // Its claim is still valid.
    expect(await state()).toMatchObject({ status: "making", progress: 80 });
    await expect(urlAs(team.owner, exportId)).rejects.toMatchObject(
      refusal("not-found", writeMessage(EXPORT_MESSAGES.notReady)),
    );
    const { object_name } = await state();
    await service.database.pool.query("update exports set claimed_until = now() where id = $1", [exportId]);
    await make();
    expect((await state()).status).toBe("ready");
    expect(await (await fetch(await urlAs(team.owner, exportId))).text()).toContain("Second week");
    // The file of the first node is deleted.
    await service.database.pool.query("update file_removals set not_before = now() where name = $1", [
      object_name,
    ]);
    await removeFiles(service.database, service.storage);
    expect(await service.storage.size(object_name)).toBeNull();
  });

  it("go on with other notebooks when the key of one can't be read", async () => {
    const noteId = await createNote(team.owner, team.diaryId, { isEncrypted: true });
    const file = programFile({ programName: "Sealed" });
    const sealed = await activateAs(team.owner, team.diaryId, { noteId, file });
    await createAs(team.owner, "phase-report", "csv", { diaryProgramId: sealed });
    const exportId = await createAs(team.owner, "phase-report", "csv");
    const vault = {
      ...service.vault,
      seal: () => Promise.reject(new Error("Its master key isn't here")),
    };
    await makeExports({ ...partsOf(service), vault });
    expect(await findAs(team.owner, exportId)).toMatchObject({ status: "ready" });
    const [waiting] = await listAs(team.owner, sealed);
    expect(waiting).toMatchObject({ status: "making" });
    await service.database.pool.query("update exports set claimed_until = now() where status = 'making'");
    await make();
    expect((await listAs(team.owner, sealed))[0]).toMatchObject({ status: "ready" });
  });

  it.each([
    ["doesn't let us in", () => Object.assign(new Error("AccessDenied"), { code: "AccessDenied" })],
    ["is full", () => new DiskFull()],
  ])("wait for a storage that %s, and are given up after a day", async (_, fault) => {
    const exportId = await createAs(team.owner, "phase-report", "csv");
    const broken: FileStorage = {
      ...service.storage,
      write: async () => {
        throw fault();
      },
    };
    const lines: string[] = [];
    const log = createLog("warn", { write: (line: string) => void lines.push(line) });
    const tryAgain = async (storage: FileStorage) => {
      await service.database.pool.query("update exports set claimed_until = now() where status = 'making'");
      await makeExports({ ...partsOf(service), storage, log });
    };
    for (let attempt = 1; attempt <= 5; attempt++) await tryAgain(broken);
    expect(await findAs(team.owner, exportId)).toMatchObject({ status: "making" });
    // Said once.
    expect(lines).toHaveLength(1);
    await tryAgain(service.storage);
    expect(await findAs(team.owner, exportId)).toMatchObject({ status: "ready" });

    const late = await createAs(team.owner, "phase-report", "csv");
    await service.database.pool.query(
      "update exports set created_at = created_at - interval '1 day' where id = $1",
      [late],
    );
    await tryAgain(broken);
    expect(await findAs(team.owner, late)).toMatchObject({
      status: "failed",
      error: writeMessage(EXPORT_FAILURES.failed),
    });
  });

  it("try again when they can't be made, and give up after three attempts", async () => {
    const exportId = await createAs(team.owner, "phase-report", "csv");
    const fault = new Error("Something is wrong");
    const brokenRooms = rooms.map((room) => ({
      ...room,
      exports: room.exports?.map((kind) => ({ ...kind, compose: () => Promise.reject(fault) })),
    }));
    for (let attempt = 1; attempt <= 3; attempt++) {
      await makeExports({ ...partsOf(service), rooms: brokenRooms });
      await service.database.pool.query("update exports set claimed_until = now() where id = $1", [exportId]);
    }
    expect(await findAs(team.owner, exportId)).toMatchObject({
      status: "failed",
      error: writeMessage(EXPORT_FAILURES.failed),
    });
  });
});

describe("an export after 30 days", () => {
  it("loses its file, then is listed as expired and can't be downloaded", async () => {
    const exportId = await createAs(team.owner, "phase-report", "csv");
    await make();
    const url = await urlAs(team.owner, exportId);
    const [{ object_name: name }] = await rows("select object_name from exports where id = $1", exportId);
    await service.database.pool.query("update exports set expires_at = now() where id = $1", [exportId]);
    expect((await fetch(url)).status).toBe(404);
    expect(await findAs(team.owner, exportId)).toMatchObject({ status: "expired" });
    await expireExports(service.database);
    await removeFiles(service.database, service.storage);
    expect(await service.storage.size(name)).toBeNull();
    expect(await findAs(team.owner, exportId)).toMatchObject({ status: "expired", downloadCount: 1 });
    await expect(urlAs(team.owner, exportId)).rejects.toMatchObject(
      refusal("not-found", writeMessage(EXPORT_MESSAGES.gone)),
    );
    await service.database.pool.query(
      "update exports set expires_at = now() - interval '61 days' where id = $1",
      [exportId],
    );
    await expireExports(service.database);
    expect(await findAs(team.owner, exportId)).toBeUndefined();
  });

  it("loses its file as well when it or its program was deleted before", async () => {
    const exportId = await createAs(team.owner, "phase-report", "csv");
    await make();
    const [{ object_name: name }] = await rows("select object_name from exports where id = $1", exportId);
    await team.owner.http.mutation(api.programs.deleteDiaryProgram, { diaryProgramId });
    await removeFiles(service.database, service.storage);
    expect(await service.storage.size(name)).toBeNull();
  });
});

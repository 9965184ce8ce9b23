import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";
import { addDays } from "../../../lib/dates/zone-day.ts";
import { missingPrograms, PYTHON } from "../../../test/debian-programs.ts";
import { api, createNotebook, createPerson, type TestPerson } from "../../../test/people.ts";
import { proofFor } from "../../../test/proofs.ts";
import { type Service, startService } from "../../../test/service.ts";

const run = promisify(execFile);

let service: Service;
let anna: TestPerson;
let directory: string;
beforeAll(async () => {
  service = await startService();
  anna = await createPerson(service, "Anna");
  directory = await mkdtemp(join(tmpdir(), "carediary-calendars-"));
});
afterAll(async () => {
  await service.close();
  await rm(directory, { recursive: true, force: true });
});

const today = new Date().toISOString().slice(0, 10);
const TITLES = [
  "Blood pressure, both arms; sitting",
  // Not a backslash before an "n", which Debian's library takes for a line break.
  "Drops \\ in the left eye",
  `${"ü".repeat(90)} 👩‍👩‍👧‍👦`,
  "עם כוס מים",
  "BEGIN:VEVENT",
];

/** Fetches a feed as programs that keep it do, and reads it with Debian's library: one line of JSON. */
const FETCH_TWICE = `
import datetime, icalendar, json, sys, urllib.error, urllib.request
first = urllib.request.urlopen(sys.argv[1])
body = first.read()
again = urllib.request.Request(sys.argv[1], headers={"If-None-Match": first.headers["ETag"]})
try:
    status = urllib.request.urlopen(again).status
except urllib.error.HTTPError as error:
    status = error.code
iso = lambda value: value.isoformat()
events = [{
    "uid": str(event["uid"]),
    "summary": str(event["summary"]),
    "start": iso(event["dtstart"].dt),
    "end": iso(event["dtend"].dt),
    "sequence": int(event["sequence"]),
} for event in icalendar.Calendar.from_ical(body).walk("vevent")]
print(json.dumps({"status": status, "events": events}))
`;

it("Debian's vdirsyncer, khal and icalendar read a feed, twice and after a change, without doubles", async ({
  skip,
}) => {
  const missing = missingPrograms(["vdirsyncer", "khal", "python3-icalendar"]);
  if (missing.length > 0) {
    const note = `Not tested with other calendar programs: install ${missing.join(", ")}`;
    process.stderr.write(`\n${"!".repeat(79)}\n${note}\n${"!".repeat(79)}\n`);
    skip(note);
  }
  const diaryId = await createNotebook(anna);
  const ids: string[] = [];
  for (const [i, title] of TITLES.entries())
    ids.push(
      await anna.http.mutation(api.tasks.createTask, {
        diaryId,
        title,
        ...(i % 2
          ? { scheduledDate: Date.parse(`${addDays(today, i)}T10:00:00Z`), dateOnly: false }
          : { scheduledDay: addDays(today, i), dateOnly: true }),
      }),
    );
  const { link } = await anna.http.action(api.feeds.createFeed, {
    proof: proofFor(anna, "calendar"),
    diaryId,
    whose: "all",
  });

  const { stdout } = await run(PYTHON, ["-c", FETCH_TWICE, link]);
  const { status, events } = JSON.parse(stdout);
  expect(status).toBe(304);
  expect(events).toEqual(
    TITLES.map((title, i) => ({
      uid: `task-${ids[i]}@carediary`,
      summary: title,
      start: i % 2 ? `${addDays(today, i)}T10:00:00+00:00` : addDays(today, i),
      end: i % 2 ? `${addDays(today, i)}T10:15:00+00:00` : addDays(today, i + 1),
      sequence: expect.any(Number),
    })),
  );

  const eventsDirectory = join(directory, "events");
  await mkdir(eventsDirectory);
  const syncConfig = join(directory, "vdirsyncer.conf");
  await writeFile(
    syncConfig,
    `[general]
status_path = "${join(directory, "status")}"
[pair feed]
a = "remote"
b = "local"
collections = null
conflict_resolution = "a wins"
[storage remote]
type = "http"
url = "${link}"
[storage local]
type = "filesystem"
path = "${eventsDirectory}"
fileext = ".ics"
`,
  );
  const khalConfig = join(directory, "khal.conf");
  await writeFile(
    khalConfig,
    `[calendars]
[[feed]]
path = ${eventsDirectory}
readonly = True
[locale]
local_timezone = UTC
default_timezone = UTC
timeformat = %H:%M
dateformat = %Y-%m-%d
longdateformat = %Y-%m-%d
datetimeformat = %Y-%m-%d %H:%M
longdatetimeformat = %Y-%m-%d %H:%M
[sqlite]
path = ${join(directory, "khal.db")}
`,
  );
  const env = { ...process.env, LC_ALL: "C.UTF-8", HOME: directory, XDG_DATA_HOME: directory };
  const sync = () => run("vdirsyncer", ["-c", syncConfig, "sync"], { env });
  async function listed() {
    const format = "{start-date} {start-time}|{title}";
    const args = ["-c", khalConfig, "list", "--day-format", "", "--format", format, today, "30d"];
    const { stdout } = await run("khal", args, { env });
    return stdout.trim().split("\n").sort();
  }
  const expected = (first: string) =>
    TITLES.map(
      (title, i) => `${addDays(today, i)} ${i % 2 ? "10:00" : ""}|${i === 0 ? first : title}`,
    ).sort();

  await run("vdirsyncer", ["-c", syncConfig, "discover", "feed"], { env });
  for (let times = 0; times < 2; times++) {
    await sync();
    expect(await readdir(eventsDirectory)).toHaveLength(TITLES.length);
    expect(await listed()).toEqual(expected(TITLES[0]!));
  }
  await anna.http.mutation(api.tasks.updateTask, { taskId: ids[0]!, status: "completed" });
  await sync();
  expect(await readdir(eventsDirectory)).toHaveLength(TITLES.length);
  expect(await listed()).toEqual(expected(`✓ ${TITLES[0]}`));
});

import { readFile } from "node:fs/promises";
import { chromium, type Page } from "@playwright/test";
import { expectClean } from "./support/axe.ts";
import { CHROMIUM_FLAGS, findChromium } from "./support/chromium.ts";
import { PASSWORD, type Person, signUpPerson } from "./support/people.ts";
import { placesOf } from "./support/places.ts";
import {
  askedFor,
  breakParts,
  countParts,
  FAKE_DEVICES,
  hideTab,
  keptRecordings,
  playKept,
  RUNNING,
  unplug,
  watchRecorder,
  watchSent,
} from "./support/recorder.ts";
import { spec } from "./support/spec.ts";
import { expect, test } from "./support/test.ts";

test.use({
  launchOptions: { executablePath: findChromium(), args: [...CHROMIUM_FLAGS, ...FAKE_DEVICES] },
});

const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();
const status = (page: Page) => page.getByRole("main").getByRole("status").first();
const buttons = (page: Page) =>
  page.getByRole("button", { name: /^(Activate|Start|Stop|Keep|Discard|Deactivate|Try|Download$)/ });
const saved = (page: Page) => page.getByRole("region", { name: "Saved Recordings" });
const messageOf = (page: Page) => page.getByRole("main").getByRole("alert").first();

/** Signs in another person, or the same one again, in this browser. */
async function signInAs(at: Person, who: Person): Promise<void> {
  const data = { email: who.email, password: PASSWORD };
  const answer = await at.context.request.post("/api/auth/sign-in/email", { data });
  expect(answer.ok()).toBe(true);
}

test("a meeting is recorded and plays back with picture, sound and the right duration, on this device only", async ({
  someone,
}) => {
  const anna = await someone("Anna Keller", { viewport: { width: 390, height: 844 } });
  const jonas = await someone("Jonas Weber");
  const { page } = anna;
  await watchRecorder(page);
  const answer = await page.goto("/recording");
  expect(answer!.headers()["permissions-policy"]).toContain("camera=(self), microphone=(self)");
  await expect(saved(page).getByText("No recordings yet"), "@WORK-502").toBeVisible();
  await expect(
    page.getByRole("region", { name: "How to record" }).getByRole("listitem").first(),
    "@WORK-501",
  ).toContainText("Ask everybody in the room");
  await expect(status(page)).toHaveText("Camera and microphone are off.");
  await expect(buttons(page), "@WORK-495").toHaveText(["Activate"]);
  expect(await keptRecordings(page)).toBeNull();
  const sent = watchSent(page);

  await press(page, "Activate");
  await expect(status(page)).toHaveText("Ready to record.");
  await expect(buttons(page), "@WORK-496 @WORK-500").toHaveText(["Start Recording", "Deactivate"]);
  await expect
    .poll(
      () => page.getByLabel("Camera preview").evaluate((video: HTMLVideoElement) => video.videoWidth),
      "@WORK-494",
    )
    .toBe(1280);
  expect(
    await askedFor(page),
    "@WORK-536 @WORK-537 @WORK-540 @WORK-541 @WORK-542 @WORK-543 @WORK-544 @WORK-545",
  ).toEqual({
    constraints: [
      {
        video: { width: { ideal: 1280 }, height: { ideal: 720 }, frameRate: { ideal: 30 } },
        audio: {
          sampleRate: 48_000,
          sampleSize: 16,
          channelCount: 2,
          echoCancellation: true,
          noiseSuppression: true,
          autoGainControl: true,
        },
      },
    ],
    options: [],
    awake: 0,
    persisted: 0,
    tracks: ["audio live", "video live"],
  });

  const before = Date.now();
  // Each second that the timer shows, also those at which the test doesn't look.
  await page.evaluate(() => {
    const times: string[] = [];
    Object.assign(window, { shownTimes: times });
    const note = () => {
      const time = document.querySelector("[role=timer]")?.textContent;
      if (time && time !== times.at(-1)) times.push(time);
    };
    new MutationObserver(note).observe(document.body, {
      subtree: true,
      childList: true,
      characterData: true,
    });
  });
  await press(page, "Start Recording");
  await expect(buttons(page), "@WORK-497").toHaveText(["Stop Recording", "Deactivate"]);
  await expect(status(page), "@WORK-515").toHaveText("Recording.");
  expect((await askedFor(page)).awake).toBe(1);
  expect((await askedFor(page)).options, "@WORK-533 @WORK-538 @WORK-539").toEqual([
    { mimeType: "video/webm;codecs=vp9,opus", videoBitsPerSecond: 2_500_000, audioBitsPerSecond: 128_000 },
  ]);
  const timer = page.getByRole("timer");
  const shownTimes = () => page.evaluate(() => (window as never as { shownTimes: string[] }).shownTimes);
  await expect.poll(shownTimes, "@WORK-546").toEqual(expect.arrayContaining(["0:01", "0:02", "0:03"]));
  await expectClean(page);
  // The buttons are visible above the bottom bar.
  const below = await page.getByRole("button", { name: "Stop Recording" }).boundingBox();
  expect(below!.y + below!.height).toBeLessThan(844 - 60);
  await press(page, "Stop Recording");
  await expect(status(page), "@WORK-516").toHaveText("Recording stopped. Keep it or discard it.");
  await expect(timer).toHaveCount(0);
  await expect(page.getByLabel("What was recorded")).toBeVisible();
  await expect(buttons(page), "@WORK-498 @WORK-499").toHaveText(["Keep", "Deactivate", "Discard"]);
  await press(page, "Keep");
  await expect(status(page), "@WORK-525").toHaveText("Ready to record.");
  expect((await askedFor(page)).persisted).toBe(1);

  const keptAt = Date.now();
  const savedRecordings = (await keptRecordings(page))!;
  expect(savedRecordings, "@WORK-550 @WORK-551 @WORK-552 @WORK-553 @WORK-554").toMatchObject({
    version: 1,
    stores: ["recordings"],
    keyPath: "id",
    indexes: [
      ["filename", "filename"],
      ["timestamp", "timestamp"],
    ],
  });
  const [row] = savedRecordings.rows;
  expect(
    savedRecordings.rows,
    "@WORK-524 @WORK-555 @WORK-556 @WORK-557 @WORK-558 @WORK-560 @WORK-561",
  ).toEqual([
    {
      id: expect.any(String),
      filename: expect.stringMatching(/^CareDiary-\d{4}-\d{2}-\d{2}_\d{2}-\d{2}-\d{2}\.webm$/),
      blob: { size: row!.size, type: row!.mimeType },
      timestamp: expect.any(Number),
      duration: expect.any(Number),
      size: expect.any(Number),
      mimeType: expect.stringContaining("video/webm"),
      userId: anna.userId,
    },
  ]);
  expect(Number(row!.timestamp)).toBeGreaterThanOrEqual(before);
  expect(Number(row!.timestamp)).toBeLessThanOrEqual(keptAt);
  expect(Number.isInteger(row!.duration)).toBe(true);
  expect(Number(row!.size)).toBeGreaterThan(50_000);

  const played = await playKept(page);
  // The timer showed three seconds; a busy machine begins to encode a second later.
  expect(played.duration).toBeGreaterThan(1);
  expect(Math.abs(Number(row!.duration) - played.duration), "@WORK-559").toBeLessThanOrEqual(0.5);
  expect(played.seekable).toBe(played.duration);
  expect(played.at).toBeCloseTo(played.duration - 0.5, 1);
  expect(played.picture!.size).toEqual([1280, 720]);
  expect(played.picture!.brightness).toBeGreaterThan(40);
  expect(played.picture!.changed).toBeGreaterThan(100);
  expect(Math.abs(played.soundSeconds - played.duration)).toBeLessThan(0.5);
  expect(played.loudness).toBeGreaterThan(0.01);

  const filename = String(row!.filename);
  const entry = saved(page).getByRole("listitem");
  await expect(entry.getByRole("heading"), "@WORK-503").toHaveText(filename);
  await expect(entry, "@WORK-504").toContainText(`0:${String(row!.duration).padStart(2, "0")}`);
  await expect(entry, "@WORK-505").toContainText(/\d+(\.\d+)? KB/);
  await expect(entry.locator("time"), "@WORK-506").toHaveText(/^today, \d+:\d\d [AP]M$/);
  await press(page, `Play ${filename}`);
  const player = page.getByRole("dialog").getByLabel(filename);
  await expect.poll(() => player.evaluate((video: HTMLVideoElement) => video.currentTime)).toBeGreaterThan(0);
  await page.keyboard.press("Escape");
  const download = page.waitForEvent("download");
  await press(page, `Download ${filename}`);
  expect((await download).suggestedFilename(), "@WORK-507").toBe(filename);
  const file = await readFile(await (await download).path());
  expect(file.length).toBe(row!.size);
  expect(file.subarray(0, 4).toString("hex"), "@WORK-547").toBe("1a45dfa3");
  // Nothing of the recording was sent anywhere.
  expect(sent.bodies, "@WORK-548").toEqual([]);
  expect(sent.bytes, "@WORK-549").toBeLessThan(2000);

  await press(page, "Deactivate");
  await expect(status(page)).toHaveText("Camera and microphone are off.");
  expect((await askedFor(page)).tracks).toEqual(["audio ended", "video ended"]);
  await expectClean(page);

  const updates = page.getByRole("region", { name: "Recent updates" });
  await page.goto("/home");
  await expect(updates.getByRole("link", { name: filename })).toBeVisible();
  await signInAs(anna, jonas);
  await page.goto("/home");
  await expect(updates.getByText("No recent updates")).toBeVisible();
  await page.getByRole("link", { name: "Record a meeting" }).click();
  await expect(saved(page).getByText("No recordings yet")).toBeVisible();
  await signInAs(anna, anna);
  await page.goto("/recording");
  await press(page, `Delete ${filename}`);
  const question = page.getByRole("dialog");
  await expect(question, "@WORK-509").toContainText("Are you sure you want to delete this recording?");
  await question.getByRole("button", { name: "Cancel" }).click();
  expect((await keptRecordings(page))!.rows, "@WORK-510").toHaveLength(1);
  await press(page, `Delete ${filename}`);
  await question.getByRole("button", { name: "Delete", exact: true }).click();
  await expect(saved(page).getByText("No recordings yet")).toBeVisible();
  expect((await keptRecordings(page))!.rows, "@WORK-508").toEqual([]);
});

test("a page that closes releases camera and microphone, and no recording is lost: hidden, left, crashed, discarded by mistake", async ({
  someone,
}) => {
  const anna = await someone("Anna Keller");
  const { page } = anna;
  const record = async (on = page) => {
    await press(on, "Start Recording");
    await expect(on.getByRole("timer")).toHaveText(/^0:(?:0[1-9]|[1-5]\d)$/);
    await expect.poll(() => countParts(on)).toBeGreaterThan(0);
  };
  await watchRecorder(page);
  await page.goto("/recording");
  // The second click doesn't hit the button that replaces the first one.
  await page.getByRole("button", { name: "Activate", exact: true }).dblclick();
  await expect(status(page)).toHaveText("Ready to record.");
  await record();
  await unplug(page, { kind: "video" });
  await expect(status(page)).toHaveText(
    "Recording. The camera was disconnected: only sound is recorded from here on.",
  );
  await expect(page.getByRole("timer")).toHaveText(RUNNING);
  await hideTab(page);
  await expect(status(page), "@WORK-526").toHaveText(
    "Recording stopped because this page was no longer in front. Keep it or discard it.",
  );
  await press(page, "Discard");
  await expect(status(page), "@WORK-517").toHaveText(/^Ready to record\./);
  await press(page, "Undo");
  await expect(page.getByLabel("What was recorded")).toBeVisible();
  await unplug(page);
  await press(page, "Discard");
  await expect(status(page), "@WORK-518").toHaveText("Camera and microphone are off.");

  await press(page, "Activate");
  await record();
  await press(page, "Deactivate");
  await expect(status(page), "@WORK-523").toHaveText("Camera and microphone are off.");
  await expect(page.getByRole("timer"), "@WORK-522").toHaveCount(0);
  expect((await askedFor(page)).tracks, "@WORK-519 @WORK-520").toEqual(["audio ended", "video ended"]);
  // The recording up to then is there.
  await press(page, "Review");
  await press(page, "Keep");
  await expect(saved(page).getByRole("listitem"), "@WORK-521").toHaveCount(1);

  await press(page, "Activate");
  await record();
  await page.getByRole("link", { name: "Tasks" }).first().click();
  const question = page.getByRole("dialog", { name: "This recording is not kept yet" });
  await question.getByRole("button", { name: "Stay" }).click();
  await expect(page.getByRole("timer")).toBeVisible();
  await page.getByRole("link", { name: "Tasks" }).first().click();
  await question.getByRole("button", { name: "Leave" }).click();
  await expect(page).toHaveURL("/tasks");
  await expect
    .poll(async () => (await askedFor(page)).tracks, "@WORK-528")
    .toEqual(["audio ended", "video ended"]);
  await page.getByRole("link", { name: "Record Meeting" }).first().click();
  await expect(page.getByText("A recording waits for you")).toBeVisible();

  await press(page, "Activate");
  await expect(status(page)).toHaveText("Ready to record.");
  await page.evaluate(() => localStorage.removeItem("let go"));
  await page.goto("/help");
  expect(await page.evaluate(() => localStorage.getItem("let go")), "@WORK-527").toBe("audio video");

  await page.goto("/recording");
  await press(page, "Activate");
  await record();
  await expect(page.getByRole("timer")).toHaveText(RUNNING);
  const second = await anna.context.newPage();
  await second.goto("/recording");
  // Another tab doesn't touch a running recording.
  await expect(second.getByText("A recording waits for you")).toBeVisible();
  const crashing = await anna.context.newCDPSession(page);
  const crashed = page.waitForEvent("crash");
  void crashing.send("Page.crash").catch(() => {});
  await crashed;
  await second.reload();
  await expect(second.getByText("2 recordings wait for you")).toBeVisible();
  await press(second, "Review");
  await expect(second.getByLabel("What was recorded")).toBeVisible();
  await press(second, "Discard");
  await press(second, "Review");
  await press(second, "Keep");
  await expect(saved(second).getByRole("listitem")).toHaveCount(2);
  const restoredRecordings = (await keptRecordings(second))!.rows.sort(
    (a, b) => Number(b.timestamp) - Number(a.timestamp),
  );
  expect(restoredRecordings[0]!.duration).toBeGreaterThanOrEqual(1);
  await expect(saved(second).getByRole("heading", { level: 3 })).toHaveText(
    restoredRecordings.map(({ filename }) => String(filename)),
  );
});

test("the recorder says what failed, and what can be done", async ({ someone }) => {
  const anna = await someone("Anna Keller");
  const { page } = anna;
  const logged: string[] = [];
  page.on("console", (message) => logged.push(message.text()));
  await watchRecorder(page);
  await page.goto("/recording");
  await press(page, "Activate");
  await breakParts(page, "start");
  await press(page, "Start Recording");
  await expect(messageOf(page), "@WORK-565").toContainText("Failed to start recording. Please try again.");
  await breakParts(page);
  await unplug(page, { isSilent: true });
  await press(page, "Start Recording");
  await expect(messageOf(page), "@WORK-564").toContainText(
    "No media stream available. Please initialize the camera first.",
  );
  await press(page, "Try again");
  await expect(messageOf(page)).toHaveCount(0);

  await breakParts(page, "guard");
  await press(page, "Start Recording");
  const unguarded = page.getByText("This browser has no room to keep the recording as it comes.");
  await expect(unguarded).toBeVisible();
  await page.getByRole("link", { name: "Tasks" }).first().click();
  await expect(page.getByRole("dialog")).toContainText("it will be lost");
  await press(page, "Stay");
  await press(page, "Stop Recording");
  await breakParts(page, "save");
  await press(page, "Keep");
  await expect(messageOf(page), "@WORK-566").toContainText("Failed to save recording. Please try again.");
  expect(logged.join("\n"), "@WORK-569").toMatch(/Error: Failed to save recording$/m);
  const download = page.waitForEvent("download");
  await press(page, "Download");
  expect((await readFile(await (await download).path())).length).toBeGreaterThan(10_000);
  await breakParts(page);
  await press(page, "Keep");
  await expect(saved(page).getByRole("listitem")).toHaveCount(1);

  await expect(unguarded).toHaveCount(0);
  // 1 GB of space; each minute is stored twice for a while.
  await page.evaluate(() => {
    StorageManager.prototype.estimate = async () => ({ quota: 1_000_000_000, usage: 0 });
  });
  await hideTab(page);
  await expect(page.getByText("This browser has room for about 25 more minutes.")).toBeVisible();

  const remove = async () => {
    await saved(page)
      .getByRole("button", { name: /^Delete/ })
      .click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete", exact: true }).click();
  };
  await breakParts(page, "delete");
  await remove();
  await expect(page.getByRole("alert"), "@WORK-567").toContainText(
    "Failed to delete recording. Please try again.",
  );
  expect(logged.join("\n"), "@WORK-571").toMatch(/Error: Failed to delete recording$/m);
  await expect(saved(page).getByRole("listitem")).toHaveCount(1);
  await breakParts(page, "read");
  await hideTab(page);
  await expect(saved(page).getByRole("alert"), "@WORK-570").toContainText("Failed to retrieve recordings");
  await breakParts(page, "open");
  await press(page, "Retry");
  await expect(saved(page).getByRole("alert"), "@WORK-568").toContainText("Failed to open IndexedDB");
  await breakParts(page);
  await press(page, "Retry");
  await expect(saved(page).getByRole("listitem")).toHaveCount(1);

  for (const missingApi of ["MediaRecorder", "mediaDevices"]) {
    const old = await anna.context.newPage();
    await old.addInitScript((name) => {
      Object.defineProperty(name === "MediaRecorder" ? window : Navigator.prototype, name, {
        value: undefined,
      });
    }, missingApi);
    await old.goto("/recording");
    await expect(messageOf(old), "@WORK-529 @WORK-530 @WORK-531 @WORK-532").toContainText(
      "Recording is not supported in this browser. Please use Chrome, Edge, or Opera.",
    );
    await press(old, "Try again");
    await expect(messageOf(old)).toBeVisible();
    // Saved recordings are there all the same.
    await expect(saved(old).getByRole("listitem")).toHaveCount(1);
    await old.close();
  }
});

test("the recorder says when camera and microphone are refused, and records only sound where there is no camera", {
  tag: spec("WORK-514 WORK-562 WORK-563"),
}, async ({ node }) => {
  const open = async (...flags: string[]) => {
    const args = [...CHROMIUM_FLAGS, ...flags];
    const browser = await chromium.launch({ executablePath: findChromium(), args });
    const anna = await signUpPerson(node, browser, "Anna Keller", { colorScheme: "dark" });
    const page = await anna.context.newPage();
    await page.goto("/recording");
    await press(page, "Activate");
    return { page, [Symbol.asyncDispose]: () => browser.close() };
  };
  {
    await using refusing = await open(FAKE_DEVICES[0]!, "--use-fake-ui-for-media-stream=deny");
    const { page } = refusing;
    for (const _ of [1, 2]) {
      await expect(messageOf(page)).toContainText(
        "Could not access camera or microphone. Please ensure permissions are granted and devices are available.",
      );
      await expect(buttons(page)).toHaveText(["Try again"]);
      await press(page, "Try again");
    }
    await expectClean(page);
  }
  await using blind = await open(`${FAKE_DEVICES[0]}=device-count=0`, FAKE_DEVICES[1]!);
  const { page } = blind;
  await expect(status(page)).toHaveText("Ready to record. No camera was found: only sound will be recorded.");
  // A recorder that reports no media type.
  await page.evaluate(() => Object.defineProperty(MediaRecorder.prototype, "mimeType", { get: () => "" }));
  await press(page, "Start Recording");
  await expect(page.getByRole("timer")).toHaveText(RUNNING);
  await press(page, "Stop Recording");
  await press(page, "Keep");
  await expect(saved(page).getByRole("listitem")).toHaveCount(1);
  expect((await keptRecordings(page))!.rows[0]).toMatchObject({ mimeType: "video/webm" });
  const played = await playKept(page);
  expect(played.picture).toBeNull();
  expect(played.duration).toBeGreaterThan(1.5);
  expect(played.loudness).toBeGreaterThan(0.01);
  await expectClean(page);
});

test("Undo, which has the focus, brings a discarded recording back, on another page, too", async ({
  someone,
}) => {
  const anna = await someone("Anna Keller", { viewport: { width: 390, height: 844 } });
  const { page } = anna;
  await watchRecorder(page);
  await page.clock.install();
  await page.goto("/recording");
  await press(page, "Activate");
  await page.getByRole("button", { name: "Start Recording" }).click();
  await expect(page.getByRole("timer")).toHaveText(RUNNING);
  await page.getByRole("button", { name: "Stop Recording" }).click();
  await expect(page.getByLabel("What was recorded")).toBeVisible();
  // Not adjacent: another button or a gap is between them.
  const [keep, discard] = await Promise.all(
    ["Keep", "Discard"].map((name) => page.getByRole("button", { name, exact: true }).boundingBox()),
  );
  expect(discard!.y - (keep!.y + keep!.height)).toBeGreaterThanOrEqual(32);

  await press(page, "Discard");
  const undo = page.getByRole("button", { name: "Undo" });
  await expect(undo).toBeFocused();
  // Announced: it is added to a live region that existed before.
  await expect(page.locator("[aria-live=polite]").filter({ hasText: "Recording discarded." })).toBeVisible();
  // With the focus it stays longer than other offers.
  await page.clock.fastForward(8000);
  await placesOf(page).getByRole("link", { name: "More" }).click();
  await expect(page.getByRole("heading", { name: "More", level: 1 })).toBeVisible();
  await undo.click();
  await expect(page.getByText("The recording is back.")).toBeVisible();
  await page.getByRole("link", { name: /^Record Meeting/ }).click();
  await press(page, "Review");
  await press(page, "Keep");
  await expect(page.getByText("Recording saved in this browser.")).toBeVisible();
  expect((await keptRecordings(page))!.rows).toHaveLength(1);
});

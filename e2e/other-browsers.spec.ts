import { type DebianPackage, missingPrograms } from "../test/debian-programs.ts";
import { planOf, whenNeeded } from "../test/plans.ts";
import { cutLine, LAST_FILE, mendLine, test } from "./support/cut-line.ts";
import { type OtherBrowser, openFirefox, openWebKit } from "./support/other-browsers.ts";
import { makeAccount, notebookOf, noteOf, PASSWORD } from "./support/people.ts";
import { expect } from "./support/test.ts";

test.afterEach(mendLine);

type Engine = { name: string; packages: DebianPackage[]; start: () => Promise<OtherBrowser> };
const ENGINES: Engine[] = [
  { name: "Firefox", packages: ["firefox-esr"], start: openFirefox },
  { name: "WebKit", packages: ["webkit2gtk-driver", "xvfb"], start: openWebKit },
];

for (const { name, packages, start } of ENGINES)
  test(`${name} signs in, and reads and writes without a line; what it wrote is stored once`, async ({
    node,
  }) => {
    const missing = missingPrograms(packages);
    const note = `Not tested with ${name}: install ${missing.join(", ")}`;
    if (missing.length > 0) process.stderr.write(`\n${"!".repeat(79)}\n${note}\n${"!".repeat(79)}\n`);
    test.skip(missing.length > 0, note);

    const anna = await makeAccount(node, "Anna Keller");
    const { _id: diaryId, shortId } = await notebookOf(anna);
    const read = await noteOf(
      { ...anna, context: null as never },
      diaryId,
      "A short night",
      "Slept until six.",
    );
    await planOf(anna, diaryId, "Ramipril", whenNeeded());
    const care = `${node.url}/care/${shortId}`;
    const path = `${care}/note/${read.shortId}`;
    const count = async (table: "comments" | "doses") =>
      (await node.database().pool.query(`select 1 from ${table} where diary_id = $1`, [diaryId])).rowCount;

    const browser = await start();
    const sees = (text: string) =>
      expect
        .poll(() => browser.evaluate("return document.body.innerText"), { timeout: 60_000 })
        .toContain(text);
    const keeps = (what: string) => expect.poll(() => browser.evaluate(what), { timeout: 60_000 }).toBe(true);
    try {
      await browser.open(`${node.url}/sign-in`);
      await browser.type("E-mail", anna.email);
      await browser.type("Password", PASSWORD);
      await browser.press("Sign in");
      await sees("Rosa Blum");
      await browser.open(path);
      await sees("Slept until six.");
      await keeps(KEEPS_RESULTS);
      // The second page comes by the service worker.
      await keeps(KEEPS_FILES);
      await browser.open(`${care}/doses`);
      await sees("Ramipril");
      await keeps(KEEPS_RESULTS);

      cutLine("refuse");
      await browser.open(path);
      await sees("Slept until six.");
      await sees("What you see is as of");
      await browser.type("Write a comment", "Turned her at two.");
      await browser.press("Send");
      await sees("Waiting to be sent");
      await browser.open(`${care}/doses`);
      await browser.press("Give");
      await sees("Kept on this phone");
      await browser.restart();
      await browser.open(path);
      await sees("Turned her at two.");
      await sees("Waiting to be sent");
      expect([await count("comments"), await count("doses")]).toEqual([0, 0]);

      mendLine();
      await expect
        .poll(async () => [await count("comments"), await count("doses")], { timeout: 90_000 })
        .toEqual([1, 1]);
      await expect
        .poll(() => browser.evaluate("return document.body.innerText"), { timeout: 60_000 })
        .not.toContain("Waiting to be sent");
      expect([await count("comments"), await count("doses")]).toEqual([1, 1]);
    } finally {
      await browser.close();
    }
  });

/** A function body: whether the browser keeps the results that the page shows. */
const KEEPS_RESULTS = `
  window.dispatchEvent(new Event("pagehide"));
  const [found] = (await indexedDB.databases()).filter(({ name }) => name.startsWith("CareDiaryKept "));
  if (!found) return false;
  const database = await new Promise((done, fail) => {
    Object.assign(indexedDB.open(found.name), { onsuccess: (event) => done(event.target.result), onerror: fail });
  });
  const results = await new Promise((done, fail) => {
    const reading = database.transaction("results").objectStore("results").getAll();
    Object.assign(reading, { onsuccess: () => done(reading.result), onerror: fail });
  });
  database.close();
  return results.some(({ at }) => at > performance.timeOrigin);`;

/** A function body: whether the browser keeps all files of the app. */
const KEEPS_FILES = `
  const requests = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()));
  return requests.flat().some(({ url }) => url.includes(${JSON.stringify(LAST_FILE.source)}));`;

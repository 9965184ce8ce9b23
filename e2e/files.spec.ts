import type { BrowserContext, Page } from "@playwright/test";
import { api } from "../lib/api.ts";
import { HARMFUL_FILES, PREVIEWABLE_FILES } from "../test/files.ts";
import { startS3Server } from "../test/s3_server.ts";
import { attachAs, downloadAs, type LocalFile } from "../test/uploads.ts";
import { notebookOf, noteOf, type Person, signUpPerson } from "./support/people.ts";
import { startRunningNode } from "./support/running-node.ts";
import { expect, test } from "./support/test.ts";

// Files are opened in every way that a person could be tricked into; a script that ran shows by a dialog, a request
// or a title.

function watch(context: BrowserContext) {
  const record = { ran: [] as string[], saved: [] as string[] };
  const observePage = (page: Page) => {
    page.on("dialog", (dialog) => {
      record.ran.push(`a dialog on ${page.url()}`);
      void dialog.dismiss();
    });
    page.on("download", (download) => record.saved.push(download.suggestedFilename()));
  };
  for (const page of context.pages()) observePage(page);
  context.on("page", observePage);
  context.on("request", (request) => {
    if (new URL(request.url()).pathname === "/ran")
      record.ran.push(`a request from ${request.frame().url()}`);
  });
  return record;
}

async function noteToAttachTo(person: Person): Promise<{ diaryId: string; noteId: string }> {
  const { _id } = await notebookOf(person);
  return { diaryId: _id, noteId: (await noteOf(person, _id))._id };
}

const asSomeone = (person: Person) => ({ ...person, subject: "" });

async function linkTo(person: Person, attachmentId: string, preview?: boolean): Promise<string> {
  const { url } = await person.http.action(api.attachments.getAttachmentUrl, {
    attachmentId,
    ...(preview ? { preview } : {}),
  });
  return url;
}

/** Uses a link in every way that a page could: as a script, image, frame, object, style and new window. */
async function embed(page: Page, url: string): Promise<void> {
  await page.evaluate(async (source) => {
    const attempts: [string, Record<string, string>][] = [
      ["script", { src: source }],
      ["script", { src: source, type: "module" }],
      ["img", { src: source }],
      ["iframe", { src: source }],
      ["object", { data: source }],
      ["embed", { src: source }],
      ["link", { rel: "stylesheet", href: source }],
    ];
    const settled = attempts.map(([tag, attributes]) => {
      const element = Object.assign(document.createElement(tag));
      for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
      const done = new Promise((resolve) => {
        element.onload = resolve;
        element.onerror = resolve;
        setTimeout(resolve, 500);
      });
      document.body.append(element);
      return done;
    });
    await Promise.all(settled);
  }, url);
}

test("the browser downloads files that could run code, and runs none of them, however they are opened", async ({
  someone,
}) => {
  const anna = await someone("Anna Keller");
  const on = await noteToAttachTo(anna);
  await anna.page.goto("/care");
  const record = watch(anna.context);
  for (const file of HARMFUL_FILES) {
    const attachmentId = await attachAs(asSomeone(anna), on, file);
    const url = await linkTo(anna, attachmentId);
    const { "content-security-policy": policy, ...headers } = (await anna.context.request.get(url)).headers();
    expect(policy).toBe("sandbox; default-src 'none'");
    expect(headers).toMatchObject({ "x-content-type-options": "nosniff", "x-frame-options": "DENY" });
    await embed(anna.page, url);

    // As on the page: in a new tab, which becomes a download.
    const already = record.saved.length;
    await anna.page.evaluate((address) => void window.open(address), url);
    await expect.poll(() => record.saved.slice(already), file.name).toEqual([file.name]);
    await Promise.all(anna.context.pages().map((page) => page !== anna.page && page.close()));

    const tab = await anna.context.newPage();
    if (file.shownAs?.startsWith("image/")) {
      // Scripts of the document would have run before it is loaded.
      await tab.goto(await linkTo(anna, attachmentId, true), { waitUntil: "load" });
      expect(await tab.title(), file.name).not.toBe("ran");
    } else if (file.shownAs) {
      const saved = tab.waitForEvent("download");
      await tab.goto(await linkTo(anna, attachmentId, true)).catch(() => null);
      await saved;
    }
    await tab.close();
  }
  expect(record.ran).toEqual([]);
  expect(await anna.page.title()).not.toBe("ran");
});

test("the check on running code detects a script that runs", async ({ someone }) => {
  const anna = await someone("Anna Keller");
  const record = watch(anna.context);
  const page = await anna.context.newPage();
  await page.route("**/poisoned.html", (route) =>
    route.fulfill({ contentType: "text/html", body: HARMFUL_FILES[0]!.bytes }),
  );
  await page.goto("/poisoned.html");
  await expect.poll(() => record.ran.length).toBeGreaterThan(1);
});

test("the page learns that a file is too large", async ({ someone }) => {
  const anna = await someone("Anna Keller");
  const on = await noteToAttachTo(anna);
  const { uploadUrl } = await anna.http.action(api.attachments.generateUploadUrl, {
    ...on,
    filename: "film.mp4",
    mimeType: "video/mp4",
  });
  await anna.page.goto("/care");
  const answer = await anna.page.evaluate(async (url) => {
    const response = await fetch(url, {
      method: "PUT",
      headers: { "Content-Type": "video/mp4" },
      body: new Blob([new Uint8Array(12_000_000)]),
    });
    return { status: response.status, body: await response.json() };
  }, uploadUrl);
  expect(answer).toMatchObject({ status: 413, body: { error: "File size must be less than 10MB" } });
  expect(answer.body.key).toMatch(/^attachmentrules\./);
});

/** Uploads a file and shows it as an image, as the page does. Returns the width of the image. */
async function sendAndShow(person: Person & { page: Page }, file: LocalFile): Promise<number> {
  const on = await noteToAttachTo(person);
  const asked = { ...on, filename: file.name, mimeType: file.type };
  const { uploadUrl, objectName } = await person.http.action(api.attachments.generateUploadUrl, asked);
  await person.page.goto("/care");
  const status = await person.page.evaluate(
    async ([url, type, bytes]) =>
      (await fetch(url, { method: "PUT", headers: { "Content-Type": type }, body: new Uint8Array(bytes) }))
        .status,
    [uploadUrl, file.type, [...file.bytes]] as const,
  );
  expect(status).toBe(200);
  const attachmentId = await person.http.mutation(api.attachments.createAttachment, {
    ...asked,
    sizeBytes: file.bytes.length,
    gcsObjectName: objectName,
  });
  const preview = await linkTo(person, attachmentId, true);
  const saved = await downloadAs(asSomeone(person), attachmentId);
  expect(Buffer.from(await saved.arrayBuffer())).toEqual(file.bytes);
  return person.page.evaluate(async (source) => {
    const picture = new Image();
    picture.src = source;
    await picture.decode();
    return picture.naturalWidth;
  }, preview);
}

test("the page uploads a picture and shows it", async ({ someone }) => {
  const anna = await someone("Anna Keller");
  for (const file of PREVIEWABLE_FILES.filter(({ type }) => type.startsWith("image/"))) {
    expect(await sendAndShow(anna, file), file.name).toBe(file.type === "image/gif" ? 1 : 8);
  }
});

test("the page uploads a picture to a bucket of another origin and shows it, within its content security policy", async ({
  browser,
}) => {
  const bucket = await startS3Server();
  const { endpoint, credentials, bucket: name } = bucket.config;
  const node = await startRunningNode({
    STORAGE: "s3",
    S3_BUCKET: name,
    S3_ENDPOINT: endpoint!,
    S3_ACCESS_KEY_ID: credentials!.accessKeyId,
    S3_SECRET_ACCESS_KEY: credentials!.secretAccessKey,
  });
  try {
    const anna = await signUpPerson(node, browser, "Anna Keller");
    const page = await anna.context.newPage();
    expect(await sendAndShow({ ...anna, page }, PREVIEWABLE_FILES[1]!)).toBe(8);
    await anna.context.close();
  } finally {
    await node.remove();
    await bucket.close();
  }
});

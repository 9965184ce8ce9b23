import { api, type TestPerson } from "./people.ts";

/** A file to upload; the type is the declared one. */
export type LocalFile = { name: string; type: string; bytes: Uint8Array };

export const TEXT_FILE: LocalFile = {
  name: "leaflet.txt",
  type: "text/plain",
  bytes: Buffer.from("Take one a day."),
};

/** The second step of an upload, as the page does it. */
export const putFile = (url: string, { type, bytes }: Pick<LocalFile, "type" | "bytes">): Promise<Response> =>
  fetch(url, { method: "PUT", headers: { "Content-Type": type }, body: new Uint8Array(bytes) });

type Target = { diaryId: string; noteId: string };

/** The first two steps; returns the object's name. Throws when one is refused. */
export async function uploadAs(
  someone: Pick<TestPerson, "http">,
  target: Target,
  file: LocalFile = TEXT_FILE,
): Promise<string> {
  const { uploadUrl, objectName } = await requestUpload(someone, target, file);
  const answer = await putFile(uploadUrl, file);
  if (!answer.ok) throw new Error(`Upload failed: ${answer.status} ${await answer.text()}`);
  return objectName;
}

export const requestUpload = (
  someone: Pick<TestPerson, "http">,
  target: Target,
  file: LocalFile = TEXT_FILE,
) =>
  someone.http.action(api.attachments.generateUploadUrl, {
    ...target,
    filename: file.name,
    mimeType: file.type,
    sizeBytes: file.bytes.length,
  });

/** The last step; returns the attachment's id. */
export const createAttachmentAs = (
  someone: Pick<TestPerson, "http">,
  target: Target,
  objectName: string,
  file: LocalFile = TEXT_FILE,
) =>
  someone.http.mutation(api.attachments.createAttachment, {
    ...target,
    filename: file.name,
    mimeType: file.type,
    sizeBytes: file.bytes.length,
    gcsObjectName: objectName,
    isEncrypted: false,
  });

/** Uploads a file and attaches it to a note, in all three steps; returns the attachment's id. */
export async function attachAs(
  someone: Pick<TestPerson, "http">,
  target: Target,
  file: LocalFile = TEXT_FILE,
): Promise<string> {
  return createAttachmentAs(someone, target, await uploadAs(someone, target, file), file);
}

/** Downloads an attachment with a new link for this person. */
export async function downloadAs(
  someone: Pick<TestPerson, "http">,
  attachmentId: string,
  preview?: boolean,
): Promise<Response> {
  const { url } = await someone.http.action(api.attachments.getAttachmentUrl, {
    attachmentId,
    ...(preview === undefined ? {} : { preview }),
  });
  return fetch(url);
}

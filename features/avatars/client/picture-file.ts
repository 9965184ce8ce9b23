import { type Message, toIssue } from "../../../lib/words/message.ts";

const PICTURE_MESSAGES = {
  unreadable: { key: "shared.pictureUnreadable" },
  huge: { key: "shared.pictureHuge" },
} as const satisfies Record<string, Message>;

const MAX_BYTES = 30 * 1024 * 1024;

/** A picture that this browser can draw; `release` frees its memory. */
export type OpenPicture = { url: string; image: HTMLImageElement; release: () => void };

/** Opens a selected file. Rejects with an Error that has one of {@link PICTURE_MESSAGES} as an issue (`writeIssue`). */
export async function openPicture(file: File): Promise<OpenPicture> {
  if (file.size >= MAX_BYTES) throw new Error(toIssue(PICTURE_MESSAGES.huge));
  const url = URL.createObjectURL(file);
  const release = () => URL.revokeObjectURL(url);
  const image = new Image();
  image.src = url;
  const isReadable = await image.decode().then(
    () => image.naturalWidth > 0 && image.naturalHeight > 0,
    () => false,
  );
  if (isReadable) return { url, image, release };
  release();
  throw new Error(toIssue(PICTURE_MESSAGES.unreadable));
}

import type { Message } from "../../../lib/words/message.ts";
import { writeMessage } from "../../../lib/words/message.ts";
/** Error messages for a selected file. */
export const PICTURE_MESSAGES = {
  unreadable: { key: "photorules.unreadable" },
  huge: { key: "photorules.huge" },
} as const satisfies Record<string, Message>;

const MAX_BYTES = 30 * 1024 * 1024;

/** A picture that this browser can draw; `release` frees its memory. */
export type OpenPicture = { url: string; image: HTMLImageElement; release: () => void };

/** Opens a selected file. Rejects with an Error with one of {@link PICTURE_MESSAGES}. */
export async function openPicture(file: File): Promise<OpenPicture> {
  if (file.size >= MAX_BYTES) throw new Error(writeMessage(PICTURE_MESSAGES.huge));
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
  throw new Error(writeMessage(PICTURE_MESSAGES.unreadable));
}

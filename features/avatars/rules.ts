import type { Message } from "../../lib/words/message.ts";
/** Pixels of a stored photo's longer side, and of the small square's side (care-core 5, 9). */
export const PHOTO_SIDE = 1024;
export const SMALL_PHOTO_SIDE = 192;
/** JPEG quality in percent; browsers write 0.9 (care-core 9). */
export const PHOTO_QUALITY = 90;

/** The longest data URL, in characters: about 2.2 MB of image data. */
export const DATA_URL_LENGTH = 3 * 1024 * 1024;
/** The most pixels of an uploaded picture; 16-bit pixels count twice, as they need twice the memory. */
export const MAX_PIXELS = 40_000_000;
/** The most unused photos of one person. Unused ones are deleted after a day. */
export const UNUSED_PHOTOS = 20;

export const PHOTO_TYPES = ["image/jpeg", "image/png", "image/webp"] as const;
export type PhotoType = (typeof PHOTO_TYPES)[number];

export const PHOTO_MESSAGES = {
  length: { key: "photorules.length" },
  type: { key: "photorules.type" },
  damaged: { key: "photorules.damaged" },
  pixels: { key: "photorules.pixels", values: { most: MAX_PIXELS / 1_000_000 } },
  unused: { key: "photorules.unused", values: { most: UNUSED_PHOTOS } },
  notUploaded: { key: "photorules.notUploaded" },
} as const satisfies Record<string, Message>;

const PATH = "/api/avatars/";

/** The address of a photo. It never changes; fetching it needs a token. */
export const getPhotoUrl = (baseUrl: string, photoId: string): string => `${baseUrl}${PATH}${photoId}`;

/** As `getPhotoUrl`; null without a photo. */
export const getPictureUrl = (baseUrl: string, photoId: string | null): string | null =>
  photoId && getPhotoUrl(baseUrl, photoId);

/** The id in the address of a photo of this deployment; null for any other text. */
export function getPhotoId(baseUrl: string, url: string): string | null {
  const prefix = getPhotoUrl(baseUrl, "");
  return url.startsWith(prefix) ? url.slice(prefix.length) : null;
}

/** The declared type and the content of a base64 data URL; null when it isn't one. */
export function readDataUrl(dataUrl: string): { type: PhotoType; base64: string } | null {
  const comma = dataUrl.indexOf(",");
  const type = PHOTO_TYPES.find((each) => dataUrl.slice(0, comma) === `data:${each};base64`);
  const base64 = dataUrl.slice(comma + 1);
  return type && base64.length % 4 === 0 && /^[A-Za-z0-9+/]+={0,2}$/.test(base64) ? { type, base64 } : null;
}

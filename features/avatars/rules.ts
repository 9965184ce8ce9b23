/** Sides of a stored photo in pixels: the whole one at most, the small square (care-core 5, 9). */
export const PHOTO_SIDE = 1024;
export const SMALL_PHOTO_SIDE = 192;
/** JPEG quality in percent; browsers say 0.9 (care-core 9). */
export const PHOTO_QUALITY = 90;

/** Characters of a data URL: about 2.2 MB of picture. */
export const DATA_URL_LENGTH = 3 * 1024 * 1024;
/** Pixels of a picture that is sent; one of 16 bits counts twice, as it takes twice the memory. */
export const MAX_PIXELS = 40_000_000;
/** Photos of one person that no notebook uses. They are deleted after a day. */
export const UNUSED_PHOTOS = 20;

export const PHOTO_TYPES = ["image/jpeg", "image/png", "image/webp"] as const;
export type PhotoType = (typeof PHOTO_TYPES)[number];

export const PHOTO_MESSAGES = {
  length: "A photo may take at most 3 MB",
  type: "A photo must be a JPEG, PNG or WebP picture",
  damaged: "The picture is damaged",
  pixels: `A picture may have at most ${MAX_PIXELS / 1_000_000} million pixels`,
  unused: `At most ${UNUSED_PHOTOS} photos may wait to be used. They are deleted after a day.`,
  notUploaded: "The photo must be one that you have uploaded and that no notebook uses",
} as const;

const PATH = "/api/avatars/";

/** The address of a photo; it never changes, and whoever fetches it has to show a token. */
export const photoUrl = (baseUrl: string, photoId: string): string => `${baseUrl}${PATH}${photoId}`;

/** The id in the address of a photo of this deployment, or null for any other text. */
export function photoIdOf(baseUrl: string, url: string): string | null {
  const prefix = photoUrl(baseUrl, "");
  return url.startsWith(prefix) ? url.slice(prefix.length) : null;
}

/** A data URL of a picture in base64: its declared type and its content, or null when it isn't one. */
export function readDataUrl(dataUrl: string): { type: PhotoType; base64: string } | null {
  const comma = dataUrl.indexOf(",");
  const type = PHOTO_TYPES.find((each) => dataUrl.slice(0, comma) === `data:${each};base64`);
  const base64 = dataUrl.slice(comma + 1);
  return type && base64.length % 4 === 0 && /^[A-Za-z0-9+/]+={0,2}$/.test(base64) ? { type, base64 } : null;
}

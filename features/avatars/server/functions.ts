import { v7 as uuidv7 } from "uuid";
import { z } from "zod";
import { CareError } from "../../../lib/errors.ts";
import { id, nothing } from "../../../lib/schemas.ts";
import type { Message } from "../../../lib/words/message.ts";
import { person } from "../../../server/access/gate.ts";
import { action, mutation } from "../../../server/functions/define.ts";
import { readHeader } from "../../../server/pictures/header.ts";
import { drawPhoto, type Photo } from "../../../server/pictures/photo.ts";
import { awaitStorage } from "../../../server/storage/fault.ts";
import { getPhotoFile } from "../../../server/storage/storage.ts";
import {
  getPhotoUrl,
  MAX_PIXELS,
  PHOTO_MESSAGES,
  PHOTO_QUALITY,
  PHOTO_SIDE,
  readDataUrl,
  SMALL_PHOTO_SIDE,
} from "../rules.ts";
import * as schema from "../schema.ts";
import { mayUploadPhoto } from "./access.ts";
import * as data from "./data.ts";

/**
 * A step of the upload: the row is inserted before the files are stored, so that no file is ever unknown to the
 * database.
 */
const addPhoto = mutation({
  args: z.object({ photoId: id }),
  returns: nothing,
  access: person(),
  handler: async ({ db, access, now }, { photoId }) => {
    await data.insertPhoto(db, access, photoId, now);
    return null;
  },
});

/**
 * Re-encodes a picture as JPEG, stores it and returns its address. Only the uploader sees it until a notebook of theirs
 * uses it or it becomes their own picture; if neither happens within a day it is deleted.
 */
export const uploadAvatarFromDataUrl = action({
  ...schema.uploadAvatarFromDataUrl,
  access: mayUploadPhoto(),
  handler: async ({ run, storage, baseUrl }, { dataUrl }) => {
    const photo = await draw(dataUrl);
    const photoId = uuidv7();
    await run(addPhoto, { photoId });
    await awaitStorage(
      Promise.all([
        storage.write(getPhotoFile(photoId, "whole"), photo.whole),
        storage.write(getPhotoFile(photoId, "small"), photo.small),
      ]),
    );
    return getPhotoUrl(baseUrl, photoId);
  },
});

async function draw(dataUrl: string): Promise<Photo> {
  const input = readDataUrl(dataUrl);
  if (!input) throw invalidPicture(PHOTO_MESSAGES.type);
  const bytes = Buffer.from(input.base64, "base64");
  const header = readHeader(bytes);
  if (header?.type !== input.type) throw invalidPicture(PHOTO_MESSAGES.type);
  if (header.width * header.height * Math.ceil(header.depth / 8) > MAX_PIXELS) {
    throw invalidPicture(PHOTO_MESSAGES.pixels);
  }
  if (!header.hasEnd) throw invalidPicture(PHOTO_MESSAGES.damaged);
  try {
    return await drawPhoto(bytes, { side: PHOTO_SIDE, smallSide: SMALL_PHOTO_SIDE, quality: PHOTO_QUALITY });
  } catch (error) {
    throw error instanceof CareError ? error : invalidPicture(PHOTO_MESSAGES.damaged);
  }
}

const invalidPicture = (why: Message) => new CareError("invalid", why, { path: "dataUrl" });

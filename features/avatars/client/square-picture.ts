import { cropToJpeg } from "./crop-picture.ts";
import { openPicture } from "./picture-file.ts";

/** The square in the middle of a chosen picture, as a JPEG of at most 1024 px without the camera's data. */
export async function cropSquare(file: File): Promise<string> {
  const { image, release } = await openPicture(file);
  try {
    const side = Math.min(image.naturalWidth, image.naturalHeight);
    return cropToJpeg(image, {
      x: (image.naturalWidth - side) / 2,
      y: (image.naturalHeight - side) / 2,
      width: side,
      height: side,
    });
  } finally {
    release();
  }
}

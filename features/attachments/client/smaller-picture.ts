/** The longest side of a sent picture, in pixels: enough to read a letter on a large screen. */
const LONGEST_SIDE = 2560;
const QUALITY = 0.85;
/** The formats of phones' photos. Others, such as drawings and moving pictures, are sent unchanged. */
const PHOTO = /^image\/(jpeg|png|webp|heic|heif)$/;
/** Every browser shows these. */
const SHOWN = /^image\/(jpeg|png|webp)$/;
/** Data of the camera, the place among them, is near the beginning of a JPEG file. */
const HEAD_BYTES = 256 * 1024;

/**
 * A photo as it is sent: at most 2,560 pixels long, upright, without the data of the camera and the place, and as a
 * JPEG if not every browser shows its format. Any other file, and a photo that this browser can't read, is returned
 * unchanged.
 */
export async function shrinkPicture(file: File): Promise<File> {
  if (!PHOTO.test(file.type)) return file;
  let picture: ImageBitmap;
  try {
    picture = await createImageBitmap(file, { imageOrientation: "from-image" });
  } catch {
    return file;
  }
  try {
    const scale = Math.min(1, LONGEST_SIDE / Math.max(picture.width, picture.height));
    if (scale === 1 && SHOWN.test(file.type) && !(await hasCameraData(file))) return file;
    return (await asJpeg(picture, scale, file)) ?? file;
  } finally {
    picture.close();
  }
}

async function hasCameraData(file: File): Promise<boolean> {
  if (file.type !== "image/jpeg") return false;
  const head = new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer());
  const text = new TextDecoder("latin1").decode(head);
  return text.includes("Exif\0\0") || text.includes("http://ns.adobe.com/xap/");
}

/** Null when the browser has no room for it. */
async function asJpeg(picture: ImageBitmap, scale: number, file: File): Promise<File | null> {
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(picture.width * scale));
  canvas.height = Math.max(1, Math.round(picture.height * scale));
  const context = canvas.getContext("2d");
  if (!context) return null;
  // JPEG has no transparency.
  context.fillStyle = "white";
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/jpeg", QUALITY));
  if (!blob) return null;
  const name = `${file.name.replace(/\.[^.]*$/, "")}.jpg`;
  return new File([blob], name, { type: "image/jpeg", lastModified: file.lastModified });
}

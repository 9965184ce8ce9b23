/** What phones call each photo that is taken for a page, and browsers each picture that is pasted. */
const NAMELESS = /^image(\.[a-z0-9]{2,5})$/i;

/**
 * The files with names that tell them apart: pictures without a name of their own get the moment that they came (epoch
 * ms), in the viewer's time.
 */
export function namedPictures(files: readonly File[], now: number): File[] {
  const moment = new Date(now);
  const day = [moment.getFullYear(), moment.getMonth() + 1, moment.getDate()].map(twoDigits).join("-");
  const time = [moment.getHours(), moment.getMinutes(), moment.getSeconds()].map(twoDigits).join(".");
  let count = 0;
  return files.map((file) => {
    const ending = NAMELESS.exec(file.name)?.[1];
    if (!ending) return file;
    const number = ++count > 1 ? ` (${count})` : "";
    const { type, lastModified } = file;
    return new File([file], `Photo ${day} ${time}${number}${ending.toLowerCase()}`, { type, lastModified });
  });
}

const twoDigits = (part: number) => String(part).padStart(2, "0");

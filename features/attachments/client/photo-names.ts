import { t } from "../../../lib/words/t.ts";

/** The generic names that phones give to each photo and browsers to each pasted picture. */
const NAMELESS = /^image(\.[a-z0-9]{2,5})$/i;

/** Gives files distinct names: generic names get the time they were added (epoch ms) in the viewer's time zone. */
export function getNamedPictures(files: readonly File[], now: number): File[] {
  const moment = new Date(now);
  const day = [moment.getFullYear(), moment.getMonth() + 1, moment.getDate()].map(twoDigits).join("-");
  const time = [moment.getHours(), moment.getMinutes(), moment.getSeconds()].map(twoDigits).join(".");
  let count = 0;
  return files.map((file) => {
    const ending = NAMELESS.exec(file.name)?.[1];
    if (!ending) return file;
    const number = ++count > 1 ? ` (${count})` : "";
    const name = t("files.photo", { moment: `${day} ${time}${number}` }) + ending.toLowerCase();
    const { type, lastModified } = file;
    return new File([file], name, { type, lastModified });
  });
}

const twoDigits = (part: number) => String(part).padStart(2, "0");

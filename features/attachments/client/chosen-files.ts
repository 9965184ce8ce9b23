import { getNamedPictures } from "./photo-names.ts";
import { shrinkPicture } from "./smaller-picture.ts";

/** Files of this device as they will be sent; `keepsOriginals` leaves pictures as they are. */
export const readFilesToSend = (files: readonly File[], keepsOriginals: boolean): Promise<File[]> => {
  const named = getNamedPictures(files, Date.now());
  return keepsOriginals ? Promise.resolve(named) : Promise.all(named.map(shrinkPicture));
};

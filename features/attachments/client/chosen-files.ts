import { namedPictures } from "./photo-names.ts";
import { smallerPicture } from "./smaller-picture.ts";

/** Files of this device as they will be sent; `keepsOriginals` leaves pictures as they are. */
export const filesToSend = (files: readonly File[], keepsOriginals: boolean): Promise<File[]> => {
  const named = namedPictures(files, Date.now());
  return keepsOriginals ? Promise.resolve(named) : Promise.all(named.map(smallerPicture));
};

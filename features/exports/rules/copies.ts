import { cutText } from "../../../lib/cut-text.ts";
import { getPortableName } from "../../../lib/portable-name.ts";

/** How many minutes a copy's address is valid. */
export const COPY_MINUTES = 5;

export const COPY_MESSAGES = {
  failed: "Failed to download the notebook",
  underWay: "A copy is being downloaded already. Please wait until it has come.",
} as const;

const NAME_LENGTH = 60;

/** The file name of a copy: the notebook's name in characters that every system accepts, and the day (`YYYY-MM-DD`). */
export const copyFilename = (notebook: string, day: string): string =>
  `${cutText(getPortableName(notebook), NAME_LENGTH).trim() || "Notebook"} ${day}.zip`;

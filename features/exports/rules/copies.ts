import { cutText } from "../../../lib/cut-text.ts";
import { getPortableName } from "../../../lib/portable-name.ts";
import type { Message } from "../../../lib/words/message.ts";

/** How many minutes a copy's address is valid. */
export const COPY_MINUTES = 5;

export const COPY_MESSAGES = {
  failed: { key: "exportrules.copyFailed" },
  underWay: { key: "exportrules.copyUnderWay" },
} as const satisfies Record<string, Message>;

const NAME_LENGTH = 60;

/** The file name of a copy: the notebook's name in characters that every system accepts, and the day (`YYYY-MM-DD`). */
export const copyFilename = (notebook: string, day: string): string =>
  `${cutText(getPortableName(notebook), NAME_LENGTH).trim() || "Notebook"} ${day}.zip`;

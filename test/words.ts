import { provideTexts } from "../lib/words/t.ts";
import { getReaderTexts } from "../server/words/texts.ts";

// Before each file: one before it, in the same process, may have provided those of a browser. The module itself isn't a
// setup file, because Vitest loads those once more for each file: the server would run in a language of the former one.
provideTexts(getReaderTexts);

import { provideTexts } from "../lib/words/t.ts";
import { getReaderTexts } from "../server/words/texts.ts";

// Vitest runs this for each file of tests, since one before may have loaded the texts of a browser. The server's module
// is loaded once: a second one would have a reader of its own, which modules that have loaded before don't know.
provideTexts(getReaderTexts);

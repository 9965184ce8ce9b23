// Screens with doses import this: the line may break before the page is idle. The bundler would leave out an import that nothing
// uses.
import { loadedCode } from "./code.ts";
import { Outbox } from "./outbox.ts";

loadedCode.Outbox = Outbox;

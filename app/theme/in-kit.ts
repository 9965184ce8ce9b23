import type { ComponentType, FunctionComponent } from "react";
import { loadWithTexts } from "../../lib/words/waiting.ts";
import { createLazyPart, type LazyPart } from "../../ui/lazy-part.tsx";

/** Loads a component together with the UI kit, and returns it inside the kit. */
export async function loadInKit<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): Promise<FunctionComponent<Props>> {
  const [Part, { withKit }] = await loadWithTexts(() => Promise.all([load(), import("./kit.tsx")]));
  return withKit(Part);
}

/** As `createLazyPart`, for a dialog of the frame or of home, which don't have the kit around them. */
export const readKitPart = <Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): LazyPart<Props> => createLazyPart(() => loadInKit(load));

import { lazyRouteComponent } from "@tanstack/react-router";
import type { ComponentType, FunctionComponent } from "react";
import { loadWithTexts } from "../../lib/words/waiting.ts";
import { loadInKit } from "../theme/in-kit.ts";

/** A screen that is loaded, with its texts, when it is first opened. */
export const createScreen = <Props>(load: () => Promise<FunctionComponent<Props>>) =>
  lazyRouteComponent(async () => ({ Screen: await loadWithTexts(load) }), "Screen");

/** A screen that uses the UI kit; both are loaded when it is first opened. */
export const createKitScreen = (load: () => Promise<ComponentType>) => createScreen(() => loadInKit(load));

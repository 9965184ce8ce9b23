import { lazyRouteComponent } from "@tanstack/react-router";
import type { ComponentType } from "react";
import { loadInKit } from "../theme/in-kit.ts";

/** A screen that uses the UI kit; both are loaded when it is first opened. */
export const screen = (load: () => Promise<ComponentType>) =>
  lazyRouteComponent(async () => ({ Screen: await loadInKit(load) }), "Screen");

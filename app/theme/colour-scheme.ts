import type { MantineColorScheme } from "@mantine/core";
import { useSyncExternalStore } from "react";

/** Where the choice is stored in this browser. `public/early.js` reads it too, and follows the device and other tabs. */
const KEY = "mantine-color-scheme-value";

const listeners = new Set<() => void>();

function readScheme(): MantineColorScheme {
  try {
    const stored = window.localStorage.getItem(KEY);
    return stored === "light" || stored === "dark" ? stored : "auto";
  } catch {
    // Storage can be switched off; then the device decides.
    return "auto";
  }
}

function subscribe(onChange: () => void): () => void {
  listeners.add(onChange);
  window.addEventListener("storage", onChange);
  return () => {
    listeners.delete(onChange);
    window.removeEventListener("storage", onChange);
  };
}

/** Stores the choice and shows it at once. */
export function setColourScheme(scheme: MantineColorScheme): void {
  try {
    window.localStorage.setItem(KEY, scheme);
  } catch {
    // It is shown until the page is left.
  }
  const isDark =
    scheme === "dark" || (scheme === "auto" && window.matchMedia("(prefers-color-scheme: dark)").matches);
  document.documentElement.setAttribute("data-mantine-color-scheme", isDark ? "dark" : "light");
  for (const notify of listeners) notify();
}

/** The choice of this browser: light, dark or as the device. */
export const useColourScheme = (): MantineColorScheme => useSyncExternalStore(subscribe, readScheme);

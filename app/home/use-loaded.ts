import { useEffect, useState } from "react";

type Load<Module> = () => Promise<Module>;

/** The modules that are there, by what loads them; null for one that couldn't be loaded. */
const modules = new Map<Load<unknown>, unknown>();

/**
 * A module that is loaded once it is needed: undefined while it is loaded, null when it isn't needed or can't be loaded.
 * Not `lazy`, whose parts appear a moment after the page and move what is below them.
 */
export function useLoaded<Module>(load: Load<Module>, isNeeded: boolean): Module | null | undefined {
  const [, setCount] = useState(0);
  useEffect(() => {
    if (!isNeeded || modules.has(load)) return;
    const keep = (module: Module | null) => {
      modules.set(load, module);
      setCount((count) => count + 1);
    };
    load().then(keep, (error: unknown) => {
      console.error("A part of the page could not be loaded", error);
      keep(null);
    });
  }, [load, isNeeded]);
  return isNeeded || modules.has(load) ? (modules.get(load) as Module | null | undefined) : null;
}

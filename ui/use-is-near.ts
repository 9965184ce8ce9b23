import { type RefObject, useEffect, useState } from "react";

/** This far outside the screen something is loaded, so that it is ready when it becomes visible. */
const AHEAD = "300px";

/** Whether an element is, or was, on or near the screen; not observed unless `isWanted`. */
export function useIsNear(element: RefObject<HTMLElement | null>, isWanted = true): boolean {
  const [isNear, setIsNear] = useState(false);
  useEffect(() => {
    if (!isWanted || isNear || !element.current) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setIsNear(true);
      },
      { rootMargin: AHEAD },
    );
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element, isWanted, isNear]);
  return isNear;
}

import { useRouter } from "@tanstack/react-router";
import { useConvex } from "convex/react";
import { useEffect } from "react";
import { useFetchPicture } from "../../ui/pictures.tsx";
import { whenIdle } from "../routes/when-idle.ts";

/** The time after the start when the first screen has loaded. */
const LATER_MS = 5000;

/** Work of some time after the start, loaded then, when the screen is there. */
export function useAfterStart(isReady: boolean, myId: string): void {
  const convex = useConvex();
  const router = useRouter();
  const fetchPicture = useFetchPicture();
  useEffect(() => {
    if (!isReady || !fetchPicture) return;
    let isWanted = true;
    const timer = setTimeout(async () => {
      await whenIdle();
      if (!isWanted) return;
      import("./after-start.ts").then(
        ({ afterStart }) => afterStart(convex, router, myId, fetchPicture),
        console.warn,
      );
    }, LATER_MS);
    return () => {
      isWanted = false;
      clearTimeout(timer);
    };
  }, [convex, router, fetchPicture, isReady, myId]);
}

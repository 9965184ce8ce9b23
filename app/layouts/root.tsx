import { Outlet, useRouter } from "@tanstack/react-router";
import { useEffect, useState } from "react";

/**
 * The outermost frame. A page change in a single-page program is silent to a screen reader, so it is
 * announced here, and the focus goes to the new page when its old place is gone.
 */
export function Root() {
  const router = useRouter();
  const [announcement, setAnnouncement] = useState("");

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    // The new page names itself once it is drawn, which takes a while when its program or its data are on their way.
    const announce = () => {
      clearTimeout(timer);
      timer = setTimeout(() => setAnnouncement(document.title), 300);
    };
    const naming = new MutationObserver(announce);
    naming.observe(document.head, { childList: true, subtree: true, characterData: true });
    const unsubscribe = router.subscribe("onRendered", ({ pathChanged }) => {
      if (!pathChanged) return;
      announce();
      if (document.activeElement === document.body) document.getElementById("main")?.focus();
    });
    return () => {
      clearTimeout(timer);
      naming.disconnect();
      unsubscribe();
    };
  }, [router]);

  return (
    <>
      <a className="skip-link" href="#main">
        Skip to content
      </a>
      <Outlet />
      <div className="visually-hidden" aria-live="polite">
        {announcement}
      </div>
    </>
  );
}

import { type ReactNode, useEffect, useRef, useState } from "react";
import type { Attachment } from "../../../lib/api.ts";
import { usePreviewUrl } from "../client/use-preview-url.ts";
import styles from "./file-icon.module.css";

/** Larger pictures are loaded only when opened, to save mobile data. */
const LARGEST_BYTES = 1024 * 1024;

type ThumbnailProps = {
  attachment: Pick<Attachment, "_id" | "sizeBytes">;
  /** Shown until the picture is loaded, and when there is none. */
  children: ReactNode;
};

/** A small picture, loaded when its row scrolls into view. */
export function Thumbnail({ attachment, children }: ThumbnailProps) {
  const place = useRef<HTMLSpanElement>(null);
  const [isSeen, setIsSeen] = useState(false);
  const [isBroken, setIsBroken] = useState(false);
  const isSmall = attachment.sizeBytes <= LARGEST_BYTES;
  const { url } = usePreviewUrl(isSeen && isSmall ? attachment._id : null);

  useEffect(() => {
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) setIsSeen(true);
    });
    observer.observe(place.current!);
    return () => observer.disconnect();
  }, []);

  return (
    <span ref={place}>
      {url && !isBroken ? (
        <span className={styles.tile}>
          <img src={url} alt="" onError={() => setIsBroken(true)} />
        </span>
      ) : (
        children
      )}
    </span>
  );
}

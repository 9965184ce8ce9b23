import { type ReactNode, useRef, useState } from "react";
import type { Attachment } from "../../../lib/api.ts";
import { joinClassNames } from "../../../ui/class-names.ts";
import { useIsNear } from "../../../ui/use-is-near.ts";
import { usePreviewUrl } from "../client/use-preview-url.ts";
import styles from "./file-icon.module.css";

/** Larger pictures are loaded only when opened, to save mobile data. */
const LARGEST_BYTES = 1024 * 1024;

type OriginalPictureProps = {
  attachment: Pick<Attachment, "_id" | "sizeBytes" | "description">;
  className?: string | undefined;
  /** Shown until the picture is loaded, and when there is none. */
  children: ReactNode;
};

/** A picture that the server makes no small version of, loaded when it comes near the screen unless it is large. */
export function OriginalPicture({ attachment, className, children }: OriginalPictureProps) {
  const place = useRef<HTMLSpanElement>(null);
  const [isBroken, setIsBroken] = useState(false);
  const isNear = useIsNear(place);
  const isSmall = attachment.sizeBytes <= LARGEST_BYTES;
  const { url } = usePreviewUrl(isNear && isSmall ? attachment._id : null);
  return (
    <span ref={place} className={joinClassNames(styles.original, className)}>
      {url && !isBroken ? (
        <img src={url} alt={attachment.description} onError={() => setIsBroken(true)} />
      ) : (
        children
      )}
    </span>
  );
}

import { useState } from "react";
import { ATTACHMENT_WORDS } from "../client/attachment-words.ts";
import { usePreviewUrl } from "../client/use-preview-url.ts";
import styles from "./picture-preview.module.css";
import { PreviewDialog, type PreviewProps } from "./preview-dialog.tsx";

/** A picture as large as the window allows. */
export function PicturePreview(props: PreviewProps) {
  const { _id, filename } = props.attachment;
  const { url, isMissing } = usePreviewUrl(_id);
  const [state, setState] = useState<"loading" | "shown" | "broken">("loading");
  const isBroken = isMissing || state === "broken";
  return (
    <PreviewDialog {...props}>
      <div className={styles.place}>
        {isBroken ? (
          <p role="alert">{ATTACHMENT_WORDS.notShown}</p>
        ) : (
          state === "loading" && <p role="status">Loading the picture...</p>
        )}
        {url && !isBroken && (
          <img
            className={styles.picture}
            data-loading={state === "loading" || undefined}
            src={url}
            alt={filename}
            onLoad={() => setState("shown")}
            onError={() => setState("broken")}
          />
        )}
      </div>
    </PreviewDialog>
  );
}

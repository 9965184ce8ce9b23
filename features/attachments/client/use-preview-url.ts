import { useAction } from "convex/react";
import { useEffect, useState } from "react";
import { api } from "../../../lib/api.ts";
import { getFileAddress } from "../../../lib/file-paths.ts";

type Preview = { url: string | null; isMissing: boolean };

const NONE: Preview = { url: null, isMissing: false };

/** A short-lived address that shows a picture; requested while there is an id. */
export function usePreviewUrl(attachmentId: string | null): Preview {
  const getUrl = useAction(api.attachments.getAttachmentUrl);
  const [preview, setPreview] = useState(NONE);

  useEffect(() => {
    setPreview(NONE);
    if (!attachmentId) return;
    let isWanted = true;
    getUrl({ attachmentId, preview: true }).then(
      ({ url }) => isWanted && setPreview({ url: getFileAddress(url), isMissing: false }),
      (error) => {
        console.error("No preview", error);
        if (isWanted) setPreview({ url: null, isMissing: true });
      },
    );
    return () => {
      isWanted = false;
    };
  }, [getUrl, attachmentId]);

  return preview;
}

import { useEffect, useState } from "react";
import type { Attachment } from "../../../lib/api.ts";
import { getPicturePath, hasSmallVersion } from "../../../lib/file-paths.ts";
import { t } from "../../../lib/words/t.ts";
import { useLargePicture, usePicture } from "../../../ui/pictures.tsx";
import type { PictureView } from "../client/picture-view.ts";
import { usePreviewUrl } from "../client/use-preview-url.ts";
import styles from "./picture-viewer.module.css";

/** From this scale on the original is shown, which has more detail. */
const ORIGINAL_FROM = 1.5;

type PictureSlideProps = {
  attachment: Attachment;
  view: PictureView;
  /** Whether it is the one on the stage; its neighbours are loaded ahead. */
  isCurrent: boolean;
  isDragged: boolean;
  /** Gets the picture's size in px. */
  onSize: (id: string, size: { width: number; height: number }) => void;
};

/** One picture of the viewer: the small version until the one for the screen has arrived, the original when zoomed in. */
export function PictureSlide({ attachment, view, isCurrent, isDragged, onSize }: PictureSlideProps) {
  const { _id, filename, description } = attachment;
  const hasSmall = hasSmallVersion(attachment);
  const small = usePicture(hasSmall ? getPicturePath(_id) : null);
  const screen = useLargePicture(hasSmall ? getPicturePath(_id, "screen") : null);
  const [wasZoomed, setWasZoomed] = useState(false);
  const needsOriginal = !hasSmall || screen.isMissing || wasZoomed;
  const original = usePreviewUrl(needsOriginal ? _id : null);
  const [loaded, setLoaded] = useState<string | null>(null);
  const [isBroken, setIsBroken] = useState(false);

  useEffect(() => {
    if (isCurrent && view.scale >= ORIGINAL_FROM) setWasZoomed(true);
  }, [isCurrent, view.scale]);

  // The better one replaces the other when it is loaded.
  useEffect(() => {
    if (!original.url) return;
    const { url } = original;
    const image = new Image();
    image.onload = () => setLoaded(url);
    image.onerror = () => setIsBroken(true);
    image.src = url;
    return () => {
      image.onload = image.onerror = null;
    };
  }, [original]);

  const best = (original.url && loaded === original.url ? loaded : null) ?? screen.url;
  const url = best ?? small;
  if (!url && (original.isMissing || isBroken)) return <p role="alert">{t("previews.pictureNotShown")}</p>;
  if (!url) return <p role="status">{t("previews.loadingPicture")}</p>;
  return (
    <img
      className={styles.picture}
      data-small={best === null || undefined}
      data-dragged={isDragged || undefined}
      draggable={false}
      src={url}
      alt={description || filename}
      style={{ transform: `translate(${view.x}px, ${view.y}px) scale(${view.scale})` }}
      onLoad={({ currentTarget }) => {
        const { naturalWidth: width, naturalHeight: height } = currentTarget;
        if (best) onSize(_id, { width, height });
      }}
    />
  );
}

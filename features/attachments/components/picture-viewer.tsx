import { Button } from "@mantine/core";
import { IconChevronLeft, IconChevronRight } from "@tabler/icons-react";
import { useCallback, useState } from "react";
import type { Attachment } from "../../../lib/api.ts";
import { formatRelativeDays } from "../../../lib/dates/time.ts";
import { getRecordingSize } from "../../../lib/sizes.ts";
import { t } from "../../../lib/words/t.ts";
import { Modal } from "../../../ui/modal.tsx";
import { RelativeTime } from "../../../ui/relative-time.tsx";
import { StepButton } from "../../../ui/step-button.tsx";
import { Facts } from "../../../ui/text.tsx";
import { useNow } from "../../../ui/use-now.ts";
import { usePageKeys } from "../../../ui/use-page-keys.ts";
import { LARGEST_SCALE, WHOLE } from "../client/picture-view.ts";
import { usePictureGestures } from "../client/use-picture-gestures.ts";
import { ZOOM_STEPS } from "../client/use-zoom.ts";
import { PictureDescription } from "./picture-description.tsx";
import { PictureSlide } from "./picture-slide.tsx";
import styles from "./picture-viewer.module.css";
import { ZoomControls } from "./zoom-controls.tsx";

type PictureViewerProps = {
  /** All pictures of the note, live; empty never. */
  pictures: readonly Attachment[];
  /** The id of the shown picture. */
  shownId: string;
  onShow: (id: string) => void;
  onDownload: (attachment: Attachment) => Promise<void>;
  onDescribe: (attachment: Attachment, description: string) => Promise<boolean>;
  onClose: () => void;
};

/** px that an arrow key moves a picture that is zoomed in. */
const ARROW_PX = 80;

/**
 * The pictures of a note on the whole screen, one at a time. Swipes, the arrow keys, Home and End go through them; two
 * fingers, a double press, the wheel, + and − zoom; a swipe down, Escape and Back close it.
 */
export function PictureViewer(props: PictureViewerProps) {
  const { pictures, shownId, onShow, onDownload, onDescribe, onClose } = props;
  const now = useNow();
  const [stage, setStage] = useState<HTMLElement | null>(null);
  const [sizes, setSizes] = useState<Record<string, { width: number; height: number }>>({});
  const index = pictures.findIndex(({ _id }) => _id === shownId);
  const picture = pictures[index]!;

  const step = (to: number) => {
    const next = pictures[to];
    return next && to !== index ? () => onShow(next._id) : null;
  };
  const [onPrevious, onNext] = [step(index - 1), step(index + 1)];
  const { view, drag, zoom, move } = usePictureGestures(stage, shownId, {
    picture: sizes[shownId] ?? null,
    onNext,
    onPrevious,
    onClose,
  });
  const onSize = useCallback((id: string, size: { width: number; height: number }) => {
    setSizes((known) => ({ ...known, [id]: size }));
  }, []);

  const largest = ZOOM_STEPS.findLast((each) => each < view.scale - 0.01);
  const smallest = ZOOM_STEPS.find((each) => each > view.scale + 0.01);
  const smaller = largest === undefined ? null : () => zoom(largest);
  const larger = view.scale >= LARGEST_SCALE || smallest === undefined ? null : () => zoom(smallest);

  useKeys((key) => {
    const isZoomed = view.scale > 1;
    const actions: Record<string, (() => void) | null> = {
      ArrowLeft: isZoomed ? () => move({ x: ARROW_PX, y: 0 }) : onPrevious,
      ArrowRight: isZoomed ? () => move({ x: -ARROW_PX, y: 0 }) : onNext,
      ArrowUp: isZoomed ? () => move({ x: 0, y: ARROW_PX }) : null,
      ArrowDown: isZoomed ? () => move({ x: 0, y: -ARROW_PX }) : null,
      Home: step(0),
      End: step(pictures.length - 1),
      "+": larger,
      "=": larger,
      "-": smaller,
      "0": () => zoom(1),
    };
    if (!(key in actions)) return false;
    actions[key]?.();
    return true;
  });

  return (
    <Modal opened onClose={onClose} title={picture.filename} size="screen">
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields of a form */}
      <div
        ref={setStage}
        className={styles.stage}
        role="group"
        aria-roledescription={t("previews.pictureViewer")}
        aria-label={t("previews.picture", { number: index + 1, count: pictures.length })}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the keys work here, and the focus begins here
        tabIndex={0}
        data-autofocus
      >
        <div
          className={styles.track}
          data-dragged={drag !== null || undefined}
          style={{
            transform: `translate(calc(${-100 * index}% + ${drag?.x ?? 0}px), ${drag?.y ?? 0}px)`,
            opacity: drag && drag.y > 0 ? Math.max(0.3, 1 - drag.y / 400) : undefined,
          }}
        >
          {pictures.map((each, at) => {
            if (Math.abs(at - index) > 1) return null;
            const isCurrent = at === index;
            return (
              <div
                key={each._id}
                className={styles.slide}
                style={{ left: `${100 * at}%` }}
                aria-hidden={!isCurrent || undefined}
              >
                <PictureSlide
                  attachment={each}
                  view={isCurrent ? view : WHOLE}
                  isCurrent={isCurrent}
                  isDragged={view.scale > 1}
                  onSize={onSize}
                />
              </div>
            );
          })}
        </div>
        {pictures.length > 1 && (
          <>
            <StepButton
              name={t("previews.previous")}
              className={styles.previous}
              onPress={onPrevious}
              Icon={IconChevronLeft}
            />
            <StepButton
              name={t("previews.next")}
              className={styles.next}
              onPress={onNext}
              Icon={IconChevronRight}
            />
          </>
        )}
      </div>
      <div className={styles.foot}>
        <PictureDescription key={picture._id} attachment={picture} onDescribe={onDescribe} />
        <div className={styles.line}>
          <Facts>
            {pictures.length > 1 && (
              <span aria-live="polite">
                {t("previews.place", { number: index + 1, count: pictures.length })}
              </span>
            )}
            <span>{getRecordingSize(picture.sizeBytes)}</span>
            <span>{picture.uploaderName.trim() || t("notewords.unknown")}</span>
            <RelativeTime at={picture._creationTime}>
              {formatRelativeDays(picture._creationTime, now, 7)}
            </RelativeTime>
          </Facts>
          <div className={styles.controls}>
            <ZoomControls percent={Math.round(view.scale * 100)} smaller={smaller} larger={larger} />
            <Button variant="default" onClick={() => void onDownload(picture)}>
              {t("previews.download")}
            </Button>
          </div>
        </div>
      </div>
    </Modal>
  );
}

/** Calls back for keys pressed anywhere but in a field; a key that was used does nothing else. */
function useKeys(onKey: (key: string) => boolean): void {
  usePageKeys((event) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.target instanceof Element && event.target.closest("textarea, input")) return;
    if (onKey(event.key)) event.preventDefault();
  });
}

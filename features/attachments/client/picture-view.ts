/** How a picture lies on its stage: `scale` 1 is the whole picture, x and y are px of its middle from the stage's. */
export type PictureView = { scale: number; x: number; y: number };
/** px from the middle of the stage. */
export type Point = { x: number; y: number };
type Size = { width: number; height: number };

export const WHOLE: PictureView = { scale: 1, x: 0, y: 0 };
export const LARGEST_SCALE = 6;

/** A picture's size when it fits its stage; a small one isn't enlarged. */
export function getFittingSize(picture: Size, stage: Size): Size {
  const factor = Math.min(1, stage.width / picture.width, stage.height / picture.height);
  return { width: picture.width * factor, height: picture.height * factor };
}

/** The nearest view without a gap next to a picture that is larger than its stage; `fitting` is its size at 1. */
export function clampView({ scale, x, y }: PictureView, fitting: Size, stage: Size): PictureView {
  const room = (length: number, of: number) => Math.max(0, (length * scale - of) / 2);
  const within = (value: number, limit: number) =>
    limit === 0 ? 0 : Math.max(-limit, Math.min(limit, value));
  return {
    scale,
    x: within(x, room(fitting.width, stage.width)),
    y: within(y, room(fitting.height, stage.height)),
  };
}

/** The view at another scale with the same point of the picture at `at`. */
export function zoomView(
  view: PictureView,
  scale: number,
  at: Point,
  fitting: Size,
  stage: Size,
): PictureView {
  const next = Math.max(1, Math.min(LARGEST_SCALE, scale));
  const factor = next / view.scale;
  const moved = { scale: next, x: at.x - (at.x - view.x) * factor, y: at.y - (at.y - view.y) * factor };
  return clampView(moved, fitting, stage);
}

export type Swipe = "next" | "previous" | "close" | null;

/**
 * Classifies a finished drag of a whole picture: px from its beginning, and its duration. A quick short drag counts as
 * a slow long one.
 */
export function detectSwipe({ x, y }: Point, ms: number, stage: Size): Swipe {
  const isFar = (way: number, length: number) =>
    way > length * 0.3 || (way > 30 && way / Math.max(1, ms) > 0.3);
  if (Math.abs(x) > Math.abs(y)) {
    return isFar(Math.abs(x), stage.width) ? (x < 0 ? "next" : "previous") : null;
  }
  return isFar(y, stage.height) ? "close" : null;
}

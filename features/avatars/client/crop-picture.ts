/** Limits of the crop view and its output (care core 5 and 9). */
export const CROP = { leastZoom: 1, mostZoom: 3, zoomStep: 0.1, mostPixels: 1024, quality: 0.9 } as const;

/** Rounds a zoom to the nearest step within the limits. */
export function getSteppedZoom(zoom: number): number {
  const within = Math.min(CROP.mostZoom, Math.max(CROP.leastZoom, zoom));
  return Math.round(within * 10) / 10;
}

/** The square `area` of an image (in its own pixels) as a JPEG of at most 1024 px, as a `data:` URL. */
export function cropToJpeg(
  image: HTMLImageElement,
  area: { x: number; y: number; width: number; height: number },
): string {
  const side = Math.max(1, Math.min(CROP.mostPixels, Math.round(area.width)));
  const canvas = document.createElement("canvas");
  canvas.width = side;
  canvas.height = side;
  const context = canvas.getContext("2d")!;
  // JPEG has no transparency; without this, transparent areas would be black.
  context.fillStyle = "#ffffff";
  context.fillRect(0, 0, side, side);
  context.imageSmoothingQuality = "high";
  context.drawImage(image, area.x, area.y, area.width, area.height, 0, 0, side, side);
  return canvas.toDataURL("image/jpeg", CROP.quality);
}

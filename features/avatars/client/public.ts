// The room's public exports for the browser.
export { CROP, cropToJpeg, getSteppedZoom } from "./crop-picture.ts";
export { type OpenPicture, openPicture } from "./picture-file.ts";
export { cropSquare } from "./square-picture.ts";

/** How long a browser may take to read what it downloads, in ms. */
const READ_MS = 60_000;

/** Saves what this browser has as a file of the device. */
export function downloadBlob(blob: Blob, filename: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = filename;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), READ_MS);
}

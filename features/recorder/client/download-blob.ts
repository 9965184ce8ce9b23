/** How long the browser may take to read a download, in ms. */
const READ_MS = 60_000;

/** Downloads a blob as a file. */
export function downloadBlob(blob: Blob, filename: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = filename;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), READ_MS);
}

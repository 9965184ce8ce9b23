/**
 * Opens the address of a download in a new tab, which the browser closes again. When the browser blocks a new tab,
 * because the answer took too long after the click, the file is downloaded from this one.
 */
export function openDownload(url: string): void {
  const tab = window.open(url, "_blank");
  if (tab) {
    tab.opener = null;
    return;
  }
  const link = document.createElement("a");
  link.href = url;
  link.download = "";
  link.click();
}

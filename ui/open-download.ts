/**
 * Opens an address that answers with a download in a new tab, which the browser closes again. Where it allows no new
 * tab any more, because the answer took long, the file is saved from this one.
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

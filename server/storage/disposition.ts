import type { PreviewType } from "./preview_type.ts";

type NamedFile = { filename: string; previewType: PreviewType | null };

/** The content type of a download: the file's real type if it may be previewed, else a type that browsers only save. */
export const getServedType = ({ previewType }: Pick<NamedFile, "previewType">): string =>
  previewType ?? "application/octet-stream";

/**
 * The header `Content-Disposition` (RFC 6266); a name that its plain form can't hold is given in both forms. Only
 * pictures may be shown in the page, everything else is saved: a browser's PDF viewer would run scripts in the file.
 */
export function formatContentDisposition({ filename, previewType }: NamedFile, preview: boolean): string {
  const kind = preview && previewType?.startsWith("image/") ? "inline" : "attachment";
  // Quote, backslash, percent and non-ASCII characters need the second form. Control characters never get here.
  const plain = filename.replace(/[^\x20-\x7e]|["\\%]/g, "_");
  if (plain === filename) return `${kind}; filename="${plain}"`;
  const encoded = encodeURIComponent(filename).replace(
    /['()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${kind}; filename="${plain}"; filename*=UTF-8''${encoded}`;
}

import type { PreviewType } from "./preview_type.ts";

type Named = { filename: string; previewType: PreviewType | null };

/** The content type that a file is given out with: what it really is, or nothing that a browser would act on. */
export const servedType = ({ previewType }: Pick<Named, "previewType">): string =>
  previewType ?? "application/octet-stream";

/**
 * The header of RFC 6266; a name that its plain form can't hold is there in both. Everything is to be saved, only pictures may be shown in
 * place; a PDF never, because a browser's viewer runs the script that it holds.
 */
export function contentDisposition({ filename, previewType }: Named, preview: boolean): string {
  const kind = preview && previewType?.startsWith("image/") ? "inline" : "attachment";
  // Control characters never get here; quote, backslash, percent and what isn't ASCII need the second form.
  const plain = filename.replace(/[^\x20-\x7e]|["\\%]/g, "_");
  if (plain === filename) return `${kind}; filename="${plain}"`;
  const encoded = encodeURIComponent(filename).replace(
    /['()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${kind}; filename="${plain}"; filename*=UTF-8''${encoded}`;
}

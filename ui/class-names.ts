/** Joins the truthy class names; undefined without any. */
export const joinClassNames = (...names: (string | false | null | undefined)[]): string | undefined =>
  names.filter(Boolean).join(" ") || undefined;

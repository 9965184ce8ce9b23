/** A name without what some computers refuse in names of files, or take for something else. */
export const portableName = (name: string): string =>
  name.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}/\\<>:"|?*]/gu, "_").replace(/^[. ]+|[. ]+$/g, "");

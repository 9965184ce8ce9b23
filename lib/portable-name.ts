/** A file name without characters and names that some operating systems refuse or treat specially. */
export const getPortableName = (name: string): string =>
  name.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}/\\<>:"|?*]/gu, "_").replace(/^[. ]+|[. ]+$/g, "");

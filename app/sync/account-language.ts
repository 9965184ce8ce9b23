import { useEffect } from "react";
import { takeChosen } from "../../lib/words/chosen-language.ts";
import { showLanguage } from "../../lib/words/loaded.ts";
import { pageLanguage } from "../../lib/words/page-language.ts";

/** The account's language, as far as this page has followed it: a page that is drawn anew doesn't follow it again. */
let followed: string | null = null;

/**
 * Shows the language of the account, also when another device changes it. A choice on this device before
 * the sign-in becomes the account's.
 * @param language undefined until it is known, null while the account has none
 */
export function useAccountLanguage(
  language: string | null | undefined,
  save: (language: string) => Promise<unknown>,
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a change of the account's language matters
  useEffect(() => {
    if (language === undefined || language === followed) return;
    followed = language;
    if (takeChosen()) {
      if (language !== pageLanguage.get()) save(pageLanguage.get()).catch(console.error);
    } else if (language !== null) showLanguage(language);
  }, [language]);
}

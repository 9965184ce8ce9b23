import { useMutation } from "convex/react";
import { api } from "../../../lib/api.ts";
import { getErrorMessage } from "../../../lib/error-message.ts";
import { isReviewed } from "../../../lib/words/loaded.ts";
import { t } from "../../../lib/words/t.ts";
import { LanguageChoice } from "../../../ui/language-choice.tsx";
import { notifyFailure } from "../../../ui/notify.ts";
import { Soft } from "../../../ui/text.tsx";

/** The language of one's screens and letters, on all devices; saved at once, and all pages follow. */
export function OwnLanguage() {
  const update = useMutation(api.users.updateSettings).withOptimisticUpdate((store, { language }) => {
    const before = store.getQuery(api.users.getCurrentUser, {});
    if (before && language !== undefined)
      store.setQuery(api.users.getCurrentUser, {}, { ...before, language });
  });

  async function choose(language: string) {
    try {
      await update({ language });
    } catch (error) {
      console.error("Failed to change the language", error);
      notifyFailure(getErrorMessage(error, t("account.settingFailed")));
    }
  }

  return (
    <div>
      <LanguageChoice onChoose={(language) => void choose(language)} />
      {!isReviewed() && <Soft>{t("account.notReviewed")}</Soft>}
    </div>
  );
}

import { useMutation } from "convex/react";
import { api } from "../../../lib/api.ts";
import { getErrorMessage } from "../../../lib/error-message.ts";
import { t } from "../../../lib/words/t.ts";
import { notifyFailure } from "../../../ui/notify.ts";

type Settings = (typeof api.users.updateSettings)["_args"];

/** Saves settings of the account: shown at once, and taken back with a message when the server refuses them. */
export function useSaveSettings(): (settings: Settings) => Promise<void> {
  const update = useMutation(api.users.updateSettings).withOptimisticUpdate((store, settings) => {
    const before = store.getQuery(api.users.getCurrentUser, {});
    if (!before) return;
    const { mentionMails = before.mentionMails, language = before.language } = settings;
    store.setQuery(api.users.getCurrentUser, {}, { ...before, mentionMails, language });
  });
  return async (settings) => {
    try {
      await update(settings);
    } catch (error) {
      console.error("Failed to change the setting", error);
      notifyFailure(getErrorMessage(error, t("account.settingFailed")));
    }
  };
}

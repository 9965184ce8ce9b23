import { Switch } from "@mantine/core";
import { useMutation, useQuery } from "convex/react";
import { api } from "../../../lib/api.ts";
import { getErrorMessage } from "../../../lib/error-message.ts";
import { t } from "../../../lib/words/t.ts";
import { notifyFailure } from "../../../ui/notify.ts";
import { Section } from "./section.tsx";

/** Switches e-mails about mentions on or off; saved at once. */
export function MentionMails() {
  const me = useQuery(api.users.getCurrentUser, {});
  const update = useMutation(api.users.updateSettings).withOptimisticUpdate((store, { mentionMails }) => {
    const before = store.getQuery(api.users.getCurrentUser, {});
    if (before && mentionMails !== undefined)
      store.setQuery(api.users.getCurrentUser, {}, { ...before, mentionMails });
  });

  async function set(mentionMails: boolean) {
    try {
      await update({ mentionMails });
    } catch (error) {
      console.error("Failed to change the setting", error);
      notifyFailure(getErrorMessage(error, t("account.settingFailed")));
    }
  }

  return (
    <Section title={t("account.mails")}>
      <Switch
        label={t("account.mailMe")}
        description={t("account.mailContent")}
        checked={me?.mentionMails ?? false}
        disabled={!me}
        onChange={(event) => void set(event.currentTarget.checked)}
      />
    </Section>
  );
}

import { Switch } from "@mantine/core";
import { useQuery } from "convex/react";
import { api } from "../../../lib/api.ts";
import { t } from "../../../lib/words/t.ts";
import { useSaveSettings } from "../client/use-settings.ts";
import { Section } from "./section.tsx";

/** Switches e-mails about mentions on or off; saved at once. */
export function MentionMails() {
  const me = useQuery(api.users.getCurrentUser, {});
  const save = useSaveSettings();
  return (
    <Section title={t("account.mails")}>
      <Switch
        label={t("account.mailMe")}
        description={t("account.mailContent")}
        checked={me?.mentionMails ?? false}
        disabled={!me}
        onChange={(event) => void save({ mentionMails: event.currentTarget.checked })}
      />
    </Section>
  );
}

import { t } from "../../../lib/words/t.ts";
import { Card } from "../../../ui/card.tsx";
import { LinkButton } from "../../../ui/link-button.tsx";
import { Section } from "../../../ui/section.tsx";

/** On the account page: the way to the settings of reminders. */
export const RemindersLink = () => (
  <Card as={Section} size="part" title={t("account.reminders")}>
    <p>{t("account.remindersText")}</p>
    <LinkButton to="/notifications/settings" variant="default">
      {t("account.reminderSettings")}
    </LinkButton>
  </Card>
);

import { Card } from "../../../ui/card.tsx";
import { LinkButton } from "../../../ui/link-button.tsx";
import { Section } from "../../../ui/section.tsx";

/** On the account page: the way to the settings of reminders. */
export const RemindersLink = () => (
  <Card as={Section} size="part" title="Reminders">
    <p>Of what you are reminded, where, and when it stays quiet.</p>
    <LinkButton to="/notifications/settings" variant="default">
      Reminder settings
    </LinkButton>
  </Card>
);

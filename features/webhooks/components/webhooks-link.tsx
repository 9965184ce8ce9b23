import { Card } from "../../../ui/card.tsx";
import { LinkButton } from "../../../ui/link-button.tsx";
import { Section } from "../../../ui/section.tsx";

/** On the account page: the way to the webhooks. */
export const WebhooksLink = () => (
  <Card as={Section} size="part" title="Webhooks">
    <p>Messages to a program of yours when something changes in your notebooks, and your reminders.</p>
    <LinkButton to="/account/webhooks" variant="default">
      Your webhooks
    </LinkButton>
  </Card>
);

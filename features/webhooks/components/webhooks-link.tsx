import { Card } from "../../../ui/card.tsx";
import { LinkButton } from "../../../ui/link-button.tsx";
import { Section } from "../../../ui/section.tsx";

/** On the account page: the way to the webhooks. */
export const WebhooksLink = () => (
  <Card as={Section} size="part" title="Webhooks">
    <p>
      A program of yours is told when something changes in your notebooks, so that it needn't ask again and
      again.
    </p>
    <LinkButton to="/account/webhooks" variant="default">
      Your webhooks
    </LinkButton>
  </Card>
);

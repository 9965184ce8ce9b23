import { t } from "../../../lib/words/t.ts";
import { Card } from "../../../ui/card.tsx";
import { LinkButton } from "../../../ui/link-button.tsx";
import { Section } from "../../../ui/section.tsx";

/** On the account page: the way to the webhooks. */
export const WebhooksLink = () => (
  <Card as={Section} size="part" title={t("account.webhooks")}>
    <p>{t("account.webhooksText")}</p>
    <LinkButton to="/account/webhooks" variant="default">
      {t("account.yourWebhooks")}
    </LinkButton>
  </Card>
);

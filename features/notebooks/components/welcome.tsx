import { IconCalendarHeart, IconLock, IconNotes, IconUsersGroup } from "@tabler/icons-react";
import { PRODUCT_NAME } from "../../../lib/product.ts";
import { t } from "../../../lib/words/t.ts";
import { Card } from "../../../ui/card.tsx";
import { LinkButton } from "../../../ui/link-button.tsx";
import { List } from "../../../ui/list.tsx";
import { PageHeader } from "../../../ui/page-header.tsx";
import { Soft } from "../../../ui/text.tsx";
import styles from "./welcome.module.css";

const BENEFITS = [
  {
    icon: IconNotes,
    title: "notebooks.onePlace",
    text: "notebooks.onePlaceText",
  },
  {
    icon: IconUsersGroup,
    title: "notebooks.team",
    text: "notebooks.teamText",
  },
  {
    icon: IconCalendarHeart,
    title: "notebooks.rhythm",
    text: "notebooks.rhythmText",
  },
  { icon: IconLock, title: "notebooks.private", text: "notebooks.privateText" },
] as const;

/** `/care` for a user without a notebook: an introduction and the first step. */
export function Welcome() {
  return (
    <div className={styles.welcome}>
      <PageHeader
        title={t("notebooks.welcome", { product: PRODUCT_NAME })}
        subtitle={t("notebooks.welcomeHint")}
      />
      <LinkButton to="/care/new" size="lg">
        {t("notebooks.createFirst")}
      </LinkButton>
      <List gap="lg" isGrid className={styles.tiles}>
        {BENEFITS.map(({ icon: Icon, title, text }) => (
          <Card key={title} size="part">
            <Icon size={32} aria-hidden="true" className={styles.icon} />
            <h2 className={styles.title}>{t(title)}</h2>
            <Soft>{t(text)}</Soft>
          </Card>
        ))}
      </List>
    </div>
  );
}

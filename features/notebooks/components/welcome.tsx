import { IconCalendarHeart, IconLock, IconNotes, IconUsersGroup } from "@tabler/icons-react";
import { PRODUCT_NAME } from "../../../lib/product.ts";
import { Card } from "../../../ui/card.tsx";
import { LinkButton } from "../../../ui/link-button.tsx";
import { List } from "../../../ui/list.tsx";
import { PageHeader } from "../../../ui/page-header.tsx";
import { Soft } from "../../../ui/text.tsx";
import styles from "./welcome.module.css";

const benefits = [
  {
    icon: IconNotes,
    title: "One place for every note",
    text: "Visits, symptoms and small things, in order and easy to find.",
  },
  {
    icon: IconUsersGroup,
    title: "The whole team in the picture",
    text: "Family and caregivers see what changed, as it changes.",
  },
  {
    icon: IconCalendarHeart,
    title: "Care that keeps its rhythm",
    text: "Tasks and care programs say what is due, and who does it.",
  },
  { icon: IconLock, title: "Private as it should be", text: "You choose who may see each note." },
];

/** `/care` for a user without a notebook: an introduction and the first step. */
export function Welcome() {
  return (
    <div className={styles.welcome}>
      <PageHeader
        title={`Welcome to ${PRODUCT_NAME}!`}
        subtitle="A notebook is about one person you care for. Start with a name; everything else can wait."
      />
      <LinkButton to="/care/new" size="lg">
        Create Your First Care Notebook
      </LinkButton>
      <List gap="lg" isGrid className={styles.tiles}>
        {benefits.map(({ icon: Icon, title, text }) => (
          <Card key={title} size="part">
            <Icon size={32} aria-hidden="true" className={styles.icon} />
            <h2 className={styles.title}>{title}</h2>
            <Soft>{text}</Soft>
          </Card>
        ))}
      </List>
    </div>
  );
}

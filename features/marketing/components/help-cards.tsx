import {
  type Icon,
  IconCalendar,
  IconChecklist,
  IconListCheck,
  IconNotebook,
  IconPill,
  IconShieldLock,
  IconUsers,
  IconVideo,
} from "@tabler/icons-react";
import type { Key } from "../../../lib/words/keys.ts";
import { t } from "../../../lib/words/t.ts";
import { Card } from "../../../ui/card.tsx";
import { List } from "../../../ui/list.tsx";
import { Soft } from "../../../ui/text.tsx";
import styles from "./help-cards.module.css";

type HelpCard = { Icon: Icon; name: Key; text: Key; href: string; action: Key };

export const HELP_CARDS: readonly HelpCard[] = [
  {
    Icon: IconNotebook,
    name: "help.notebook",
    text: "help.notebookText",
    href: "/care/new",
    action: "help.notebookLink",
  },
  { Icon: IconPill, name: "help.notes", text: "help.notesText", href: "/care", action: "help.notesLink" },
  {
    Icon: IconUsers,
    name: "help.members",
    text: "help.membersText",
    href: "/care",
    action: "help.membersLink",
  },
  {
    Icon: IconChecklist,
    name: "help.tasks",
    text: "help.tasksText",
    href: "/tasks",
    action: "help.tasksLink",
  },
  {
    Icon: IconCalendar,
    name: "help.calendar",
    text: "help.calendarText",
    href: "/calendar",
    action: "help.calendarLink",
  },
  {
    Icon: IconListCheck,
    name: "help.programs",
    text: "help.programsText",
    href: "/care",
    action: "help.programsLink",
  },
  {
    Icon: IconVideo,
    name: "help.recording",
    text: "help.recordingText",
    href: "/recording",
    action: "help.recordingLink",
  },
  {
    Icon: IconShieldLock,
    name: "help.account",
    text: "help.accountText",
    href: "/account",
    action: "help.accountLink",
  },
];

/** Introductions by subject, each linked to its screen. */
export function HelpCards() {
  return (
    <List gap="lg" isGrid>
      {HELP_CARDS.map(({ Icon, name, text, href, action }) => (
        <Card key={name} className={styles.card} data-help-item="">
          <Icon className={styles.sign} aria-hidden="true" />
          <div>
            <h3>{t(name)}</h3>
            <Soft>{t(text)}</Soft>
            <a href={href}>{t(action)}</a>
          </div>
        </Card>
      ))}
    </List>
  );
}

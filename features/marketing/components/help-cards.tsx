import {
  IconCalendar,
  IconChecklist,
  IconListCheck,
  IconNotebook,
  IconPill,
  IconShieldLock,
  IconUsers,
  IconVideo,
} from "@tabler/icons-react";
import { Card } from "../../../ui/card.tsx";
import { List } from "../../../ui/list.tsx";
import { Soft } from "../../../ui/text.tsx";
import styles from "./help-cards.module.css";

const cards = [
  {
    Icon: IconNotebook,
    name: "Your first notebook",
    text: "A name and a country are enough. Photo, allergies, doctors and papers can follow when you have a quiet minute.",
    href: "/care/new",
    action: "Create a notebook",
  },
  {
    Icon: IconPill,
    name: "Notes and medications",
    text: "Write what the day was like, keep the list of medications, attach letters and pictures, choose who reads it.",
    href: "/care",
    action: "Open your notebooks",
  },
  {
    Icon: IconUsers,
    name: "Members and invitations",
    text: "Invite family, caregivers and clinicians, with the role that fits: admin, caregiver, clinician or viewer.",
    href: "/care",
    action: "Choose a notebook, then Members",
  },
  {
    Icon: IconChecklist,
    name: "Tasks",
    text: "What is overdue, for today and to come, from all your notebooks. Take over a task, assign it, move it, undo.",
    href: "/tasks",
    action: "Open Tasks",
  },
  {
    Icon: IconCalendar,
    name: "Calendar",
    text: "The same tasks by month, week and day. Drag one to another day, or move it from its menu.",
    href: "/calendar",
    action: "Open the calendar",
  },
  {
    Icon: IconListCheck,
    name: "Care programs",
    text: "A plan in phases, after an operation or a diagnosis. Activated, it becomes tasks for everybody.",
    href: "/care",
    action: "Choose a notebook, then Programs",
  },
  {
    Icon: IconVideo,
    name: "Record a meeting",
    text: "Camera and microphone, in your browser. Nothing is uploaded; download what you want to keep.",
    href: "/recording",
    action: "Open the recorder",
  },
  {
    Icon: IconShieldLock,
    name: "Account and safety",
    text: "Password, codes from an app, passkeys, mails, light or dark, and where you are signed in.",
    href: "/account",
    action: "Open your account",
  },
];

/** Introductions by subject, each linked to its screen. */
export function HelpCards() {
  return (
    <List gap="lg" isGrid>
      {cards.map(({ Icon, name, text, href, action }) => (
        <Card key={name} className={styles.card} data-help-item="">
          <Icon className={styles.sign} aria-hidden="true" />
          <div>
            <h3>{name}</h3>
            <Soft>{text}</Soft>
            <a href={href}>{action}</a>
          </div>
        </Card>
      ))}
    </List>
  );
}

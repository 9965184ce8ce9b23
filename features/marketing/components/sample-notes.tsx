import { IconEyeOff, IconMessageCircle, IconPaperclip, IconUsers, IconWorld } from "@tabler/icons-react";
import { Card } from "../../../ui/card.tsx";
import { List } from "../../../ui/list.tsx";
import { Tags } from "../../../ui/tags.tsx";
import { Fact, Facts } from "../../../ui/text.tsx";
import styles from "./sample-diary.module.css";

const marks = {
  private: { Icon: IconEyeOff, label: "Only me" },
  team: { Icon: IconUsers, label: "Care team" },
  extended: { Icon: IconWorld, label: "Everyone" },
};

const notes = [
  {
    icon: "📝",
    title: "A good morning",
    text: "Slept through. Porridge and half a pear, then to the gate and back without a break.",
    by: "Anna",
    when: "2 hours ago",
    visibility: "extended",
    comments: "2 comments",
    attachments: null,
    tags: ["sleep", "walking"],
  },
  {
    icon: "📅",
    title: "Physiotherapy",
    text: "Stairs went well, twice up and down. Next visit on Thursday at 10: please have the good shoes ready.",
    by: "Jonas",
    when: "Yesterday",
    visibility: "team",
    comments: null,
    attachments: "1 attachment",
    tags: ["appointment"],
  },
  {
    icon: "📝",
    title: "Dizzy after getting up",
    text: "Twice this morning, for about a minute each. Blood pressure 105 over 60. I called the practice.",
    by: "Nurse Petra",
    when: "2 days ago",
    visibility: "team",
    comments: "3 comments",
    attachments: null,
    tags: ["symptom"],
  },
] as const;

/** Three notes of the fictional notebook, newest first. */
export function SampleNotes() {
  return (
    <section aria-labelledby="sample-notes">
      <h3 id="sample-notes" className={styles.part}>
        Notes
      </h3>
      <List>
        {notes.map(({ icon, title, text, by, when, visibility, comments, attachments, tags }) => {
          const { Icon, label } = marks[visibility];
          return (
            <Card key={title} className={styles.note}>
              <span aria-hidden="true" className={styles.icon}>
                {icon}
              </span>
              <div>
                <h4 className={styles.title}>{title}</h4>
                <p className={styles.text}>{text}</p>
                <Facts className={styles.meta}>
                  <span>{by}</span>
                  <span>{when}</span>
                  <Fact>
                    <Icon size={16} aria-hidden="true" /> {label}
                  </Fact>
                  {comments && (
                    <Fact>
                      <IconMessageCircle size={16} aria-hidden="true" /> {comments}
                    </Fact>
                  )}
                  {attachments && (
                    <Fact>
                      <IconPaperclip size={16} aria-hidden="true" /> {attachments}
                    </Fact>
                  )}
                </Facts>
                <Tags tags={tags} label="Tags" className={styles.tags} />
              </div>
            </Card>
          );
        })}
      </List>
    </section>
  );
}

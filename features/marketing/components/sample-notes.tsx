import { IconEyeOff, IconMessageCircle, IconPaperclip, IconUsers, IconWorld } from "@tabler/icons-react";
import type { Key } from "../../../lib/words/keys.ts";
import { t } from "../../../lib/words/t.ts";
import { Card } from "../../../ui/card.tsx";
import { List } from "../../../ui/list.tsx";
import { Tags } from "../../../ui/tags.tsx";
import { Fact, Facts } from "../../../ui/text.tsx";
import styles from "./sample-diary.module.css";

const MARKS = {
  private: { Icon: IconEyeOff, label: "sample.onlyMe" },
  team: { Icon: IconUsers, label: "sample.careTeam" },
  extended: { Icon: IconWorld, label: "sample.everyone" },
} as const;

type SampleNote = {
  icon: string;
  title: Key;
  text: Key;
  by: Key;
  when: Key;
  visibility: keyof typeof MARKS;
  comments?: Key;
  attachments?: Key;
  tags: readonly Key[];
};

const NOTES: readonly SampleNote[] = [
  {
    icon: "📝",
    title: "sample.morning",
    text: "sample.morningText",
    by: "sample.anna",
    when: "sample.twoHoursAgo",
    visibility: "extended",
    comments: "sample.twoComments",
    tags: ["sample.sleep", "sample.walking"],
  },
  {
    icon: "📅",
    title: "sample.therapy",
    text: "sample.therapyText",
    by: "sample.jonas",
    when: "sample.yesterday",
    visibility: "team",
    attachments: "sample.attachment",
    tags: ["sample.appointment"],
  },
  {
    icon: "📝",
    title: "sample.dizzy",
    text: "sample.dizzyText",
    by: "sample.nurse",
    when: "sample.twoDaysAgo",
    visibility: "team",
    comments: "sample.threeComments",
    tags: ["sample.symptom"],
  },
];

/** Three notes of the fictional notebook, newest first. */
export function SampleNotes() {
  return (
    <section aria-labelledby="sample-notes">
      <h3 id="sample-notes" className={styles.part}>
        {t("sample.notes")}
      </h3>
      <List>
        {NOTES.map(({ icon, title, text, by, when, visibility, comments, attachments, tags }) => {
          const { Icon, label } = MARKS[visibility];
          return (
            <Card key={title} className={styles.note}>
              <span aria-hidden="true" className={styles.icon}>
                {icon}
              </span>
              <div>
                <h4 className={styles.title}>{t(title)}</h4>
                <p className={styles.text}>{t(text)}</p>
                <Facts className={styles.meta}>
                  <span>{t(by)}</span>
                  <span>{t(when)}</span>
                  <Fact>
                    <Icon size={16} aria-hidden="true" /> {t(label)}
                  </Fact>
                  {comments && (
                    <Fact>
                      <IconMessageCircle size={16} aria-hidden="true" /> {t(comments)}
                    </Fact>
                  )}
                  {attachments && (
                    <Fact>
                      <IconPaperclip size={16} aria-hidden="true" /> {t(attachments)}
                    </Fact>
                  )}
                </Facts>
                <Tags tags={tags.map((tag) => t(tag))} label={t("sample.tags")} className={styles.tags} />
              </div>
            </Card>
          );
        })}
      </List>
    </section>
  );
}

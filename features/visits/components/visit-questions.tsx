import { Button } from "@mantine/core";
import { IconMessageQuestion } from "@tabler/icons-react";
import { useQuery } from "convex/react";
import { useState } from "react";
import { api, type Notebook } from "../../../lib/api.ts";
import { describeDay, toDayInZone } from "../../../lib/dates/zone-day.ts";
import { getShownId } from "../../../lib/shown-id.ts";
import { t } from "../../../lib/words/t.ts";
import { Actions } from "../../../ui/actions.tsx";
import { List } from "../../../ui/list.tsx";
import { Rich } from "../../../ui/rich.tsx";
import { Section } from "../../../ui/section.tsx";
import { Soft } from "../../../ui/text.tsx";
import { useMinute } from "../../../ui/use-now.ts";
import { useMarkAnswered } from "../client/use-questions.ts";
import type { Visit } from "../client/use-visit.ts";
import { AskDialog } from "./ask-dialog.tsx";
import { NoteEntry } from "./note-entry.tsx";
import styles from "./visit-questions.module.css";

type VisitQuestionsProps = { notebook: Notebook; questions: Visit["questions"] };

/** The questions for the visit: the notes with the tag "question". */
export function VisitQuestions({ notebook, questions }: VisitQuestionsProps) {
  const me = useQuery(api.users.getCurrentUser, {});
  const today = toDayInZone(useMinute(), notebook.timeZone);
  const markAnswered = useMarkAnswered();
  const [isAsking, setIsAsking] = useState(false);
  const mayEditAll = notebook.permissionsOnOthers.includes("notes.edit");
  return (
    <Section
      title={t("visit.toAsk")}
      isApart
      action={
        notebook.permissions.includes("notes.create") && (
          <Button
            variant="default"
            className={`${styles.ask} no-print`}
            aria-haspopup="dialog"
            leftSection={<IconMessageQuestion size={20} aria-hidden="true" />}
            onClick={() => setIsAsking(true)}
          >
            {t("visit.ask")}
          </Button>
        )
      }
    >
      {questions.shown.length === 0 && <Soft>{t("visit.noQuestions")}</Soft>}
      <List gap="none" isRuled aria-label={t("visit.questions")}>
        {questions.shown.map((note) => (
          <NoteEntry
            key={note._id}
            note={note}
            shownDiaryId={getShownId(notebook)}
            heading="h3"
            day={describeDay(note.noteDay, today)}
            action={
              (mayEditAll || note.creatorId === me?._id) && (
                <Actions isQuiet className="no-print">
                  <Button variant="subtle" onClick={() => void markAnswered(note._id)}>
                    <Rich text="visit.answered" values={{ title: note.title }} />
                  </Button>
                </Actions>
              )
            }
          />
        ))}
      </List>
      {questions.isCut && <Soft>{t("visit.moreQuestions")}</Soft>}
      {isAsking && <AskDialog notebook={notebook} onClose={() => setIsAsking(false)} />}
    </Section>
  );
}

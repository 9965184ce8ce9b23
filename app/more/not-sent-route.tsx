import { Button } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { forgetFiles } from "../../features/attachments/client/kept-files.ts";
import { type UnsentFile, useUnsentFiles } from "../../features/attachments/client/use-unsent-files.ts";
import { api } from "../../lib/api.ts";
import { formatShortMoment } from "../../lib/dates/time.ts";
import { getRecordingSize } from "../../lib/sizes.ts";
import { t } from "../../lib/words/t.ts";
import { Actions } from "../../ui/actions.tsx";
import { Card } from "../../ui/card.tsx";
import { copyText } from "../../ui/copy-text.ts";
import { getDraftKey, readDraft, writeDraft } from "../../ui/draft.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { LinkButton } from "../../ui/link-button.tsx";
import { Loading } from "../../ui/loading.tsx";
import { notifyFailure, notifySuccess } from "../../ui/notify.ts";
import { Page } from "../../ui/page.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { Section } from "../../ui/section.tsx";
import { useLiveQuery } from "../../ui/use-live-query.ts";
import { isRefused } from "../../ui/waiting-changes.ts";
import { getKeptClient } from "../sync/convex-client.ts";
import { describeChange, findEdit, getNotebookId, getOwnText } from "../sync/outbox/change-words.ts";
import { isTorn, type Operation } from "../sync/outbox/operations.ts";
import { useWaitingChanges } from "../sync/outbox/use-waiting-changes.ts";
import styles from "./not-sent.module.css";

/** `/more/not-sent`: what this device keeps of one's own changes, with the reason of those that the server refused. */
export function NotSentRoute() {
  const changes = useWaitingChanges();
  const asked = changes.filter(({ question }) => question !== null);
  const refused = changes.filter(isRefused);
  const waiting = changes.filter(({ refusal }) => refusal === null);
  const files = useUnsentFiles();
  if (files === undefined) return <Loading label={t("unsent.reading")} />;
  if (changes.length + files.length === 0)
    return <EmptyState asPage title={t("unsent.title")} text={t("unsent.allSaved")} />;
  return (
    <Page gap="md">
      <PageHeader title={t("unsent.title")} />
      {refused.length > 0 && (
        <Section title={t("unsent.refused", { count: refused.length })}>
          <p>{t("unsent.onlyHere")}</p>
          <ul className={styles.list}>
            {refused.map((change) => (
              <RefusedChange key={change.seq} change={change} />
            ))}
          </ul>
        </Section>
      )}
      {asked.length > 0 && (
        <Section title={t("unsent.asked", { count: asked.length })}>
          <p>{t("unsent.onlyHere")}</p>
          <ul className={styles.list}>
            {asked.map((change) => (
              <Card key={change.seq}>
                <ChangeText change={change} />
                <p className={styles.reason}>{change.refusal}</p>
                <Actions>
                  <LinkButton
                    to="/care/$diaryId/doses"
                    params={{ diaryId: getNotebookId(change)! }}
                    variant="default"
                  >
                    {t("unsent.answer")}
                  </LinkButton>
                  <DiscardButton onDiscard={() => void getKeptClient().discard(change.seq)} />
                </Actions>
              </Card>
            ))}
          </ul>
        </Section>
      )}
      {waiting.length > 0 && (
        <Section title={t("unsent.waiting", { count: waiting.length })}>
          <p>{t("unsent.sendsItself")}</p>
          <ul className={styles.list}>
            {waiting.map((change) => (
              <Card key={change.seq}>
                <ChangeText change={change} />
              </Card>
            ))}
          </ul>
        </Section>
      )}
      {files.length > 0 && (
        <Section title={t("unsent.files", { count: files.length })}>
          <p>{t("unsent.sendsFiles")}</p>
          <ul className={styles.list}>
            {files.map((file) => (
              <FileCard key={file.id} file={file} />
            ))}
          </ul>
        </Section>
      )}
    </Page>
  );
}

function FileCard({ file: { id, place, file } }: { file: UnsentFile }) {
  return (
    <Card>
      <h3 className={styles.what} dir="auto">
        {file.name}
      </h3>
      <p className={styles.when}>{getRecordingSize(file.size)}</p>
      <Actions>
        <DiscardButton onDiscard={() => void forgetFiles(place, [id])} />
      </Actions>
    </Card>
  );
}

/** Asks before something is lost. */
function DiscardButton({ onDiscard }: { onDiscard: () => void }) {
  const [isAsking, setIsAsking] = useState(false);
  return isAsking ? (
    <Button color="red" onClick={onDiscard}>
      {t("unsent.discardForGood")}
    </Button>
  ) : (
    <Button variant="default" onClick={() => setIsAsking(true)}>
      {t("unsent.discard")}
    </Button>
  );
}

function ChangeText({ change }: { change: Operation }) {
  const text = getOwnText(change);
  const diaryId = getNotebookId(change);
  const notebook = useLiveQuery(api.diaries.listMyDiaries, {})?.find(({ _id }) => _id === diaryId);
  const time = formatShortMoment(change.madeAt);
  const person = notebook?.details.fullName.trim() || notebook?.name;
  return (
    <>
      <h3 className={styles.what} dir="auto">
        {describeChange(change)}
      </h3>
      <p className={styles.when}>{person ? t("unsent.placeAndTime", { person, time }) : time}</p>
      {text !== "" && (
        <p className={styles.text} dir="auto">
          {text}
        </p>
      )}
    </>
  );
}

function RefusedChange({ change }: { change: Operation }) {
  const getOutbox = () => getKeptClient().getOpenOutbox();
  const edit = findEdit(change);
  const navigate = useNavigate();
  const text = getOwnText(change);
  const copy = async () => {
    if (await copyText(text)) notifySuccess(t("unsent.copied"));
    else notifyFailure(t("unsent.cantCopy"));
  };
  /** The form of the note shows both texts, and lets one choose. */
  const compare = async ({ diaryId, noteId, draft }: NonNullable<typeof edit>) => {
    const key = getDraftKey(diaryId, "edit", noteId);
    // An edit that the form has already stays.
    if (readDraft(key) === null) {
      writeDraft(key, draft);
      if (readDraft(key) !== null) await getOutbox()?.discard(change.seq);
    }
    await navigate({ to: "/care/$diaryId/note/$noteId/edit", params: { diaryId, noteId } });
  };
  return (
    <Card>
      <ChangeText change={change} />
      <p className={styles.reason}>{change.refusal}</p>
      <Actions>
        {!isTorn(change) && (
          <Button variant="default" onClick={() => void getOutbox()?.tryAgain(change.seq)}>
            {t("unsent.tryAgain")}
          </Button>
        )}
        {text !== "" && (
          <Button variant="default" onClick={() => void copy()}>
            {t("unsent.copy")}
          </Button>
        )}
        {edit && (
          <Button variant="default" onClick={() => void compare(edit)}>
            {t("unsent.compare")}
          </Button>
        )}
        <DiscardButton onDiscard={() => void getKeptClient().discard(change.seq)} />
      </Actions>
    </Card>
  );
}

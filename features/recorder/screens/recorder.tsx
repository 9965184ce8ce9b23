import { Alert } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { useEffect, useSyncExternalStore } from "react";
import { api } from "../../../lib/api.ts";
import { t } from "../../../lib/words/t.ts";
import { Loading } from "../../../ui/loading.tsx";
import { PageHeader } from "../../../ui/page-header.tsx";
import { useLiveQuery } from "../../../ui/use-live-query.ts";
import { createRecorder } from "../client/meeting-recorder.ts";
import { describeStatus } from "../client/status-words.ts";
import { Controls } from "../components/controls.tsx";
import { Instructions } from "../components/instructions.tsx";
import { LeaveGuard } from "../components/leave-guard.tsx";
import styles from "../components/recorder-page.module.css";
import { SavedRecordings } from "../components/saved-recordings.tsx";
import { Stage } from "../components/stage.tsx";
import { StorageLeft } from "../components/storage-left.tsx";
import { UnfinishedNotice } from "../components/unfinished-notice.tsx";
import { MESSAGES, type RecorderProblem } from "../rules.ts";

/** `/recording`: records a meeting; recordings stay in this browser and are never uploaded. */
export function RecorderScreen() {
  const me = useLiveQuery(api.users.getCurrentUser, {});
  return (
    <>
      <PageHeader title={t("recorder.title")} subtitle={t("recorder.subtitle")} />
      {me ? <Recorder key={me._id} userId={me._id} /> : <Loading label={t("recorder.loading")} rows={2} />}
    </>
  );
}

/** A person's recorder and saved recordings, which only their owner sees. */
function Recorder({ userId }: { userId: string }) {
  const recorder = createRecorder(userId);
  const view = useSyncExternalStore(recorder.subscribe, recorder.view);
  useEffect(() => recorder.attach(), [recorder]);
  const { state, noVideoReason, unfinished, isOnlyInMemory, listVersion } = view;
  const isFree = state.name === "deactivated" || state.name === "ready" || state.name === "error";

  return (
    <div className={styles.page}>
      {isFree && <UnfinishedNotice unfinished={unfinished} onReview={(id) => void recorder.review(id)} />}
      <div className={styles.studio}>
        <div className={styles.left}>
          <Stage view={view} />
          {state.problem && (
            <Alert
              color="red"
              variant="outline"
              role="alert"
              icon={<IconAlertTriangle aria-hidden="true" />}
              title={t(MESSAGES[state.problem])}
            >
              {describeHint(state.problem)}
            </Alert>
          )}
          <p role="status" className={styles.status}>
            {describeStatus(state, noVideoReason)}
          </p>
          <Controls recorder={recorder} view={view} />
          {isOnlyInMemory && !isFree && (
            <p role="alert" className={styles.warning}>
              {t("recorder.noRoomNow")}
            </p>
          )}
          <StorageLeft asOf={`${state.name} ${listVersion}`} />
        </div>
        <Instructions />
      </div>
      <SavedRecordings userId={userId} version={listVersion} onChange={recorder.refresh} />
      <LeaveGuard view={view} />
    </div>
  );
}

/** Advice for each error. */
function describeHint(problem: RecorderProblem): string | null {
  if (problem === "save") return t("recorder.hintSave");
  if (problem === "unsupported" && !window.isSecureContext) return t("recorder.hintHttps");
  if (problem === "unsupported") return t("recorder.hintUpdate");
  if (problem === "access") return t("recorder.hintAccess");
  return null;
}

import { Alert } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { useEffect, useSyncExternalStore } from "react";
import { api } from "../../../lib/api.ts";
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
      <PageHeader
        title="Record Meeting"
        subtitle="Recordings stay in this browser on this device. They are never uploaded."
      />
      {me ? <Recorder key={me._id} userId={me._id} /> : <Loading label="Loading the recorder..." rows={2} />}
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
              title={MESSAGES[state.problem]}
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
              This browser has no room to keep the recording as it comes. Keep or download it before you leave
              this page.
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
  if (problem === "save")
    return "The recording is still here. Download it, or delete others to make room and keep it then.";
  if (problem === "unsupported" && !window.isSecureContext)
    return "It isn't the browser: browsers give camera and microphone only to pages whose address begins with https, and this one doesn't. Ask whoever runs this server for such an address.";
  if (problem === "unsupported")
    return "Current versions of Firefox and Safari record as well. If this is one of them, updating it may help.";
  if (problem === "access")
    return "The sign beside the address at the top of your browser shows what is allowed for this page.";
  return null;
}

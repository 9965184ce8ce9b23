import { Button } from "@mantine/core";
import { IconPlayerPause } from "@tabler/icons-react";
import { useQuery } from "convex/react";
import { lazy, Suspense, useState } from "react";
import { api, type Notebook } from "../../../lib/api.ts";
import { useNow } from "../../../ui/use-now.ts";
import { openPauses } from "../client/pause-words.ts";
import { type Pause, usePauses } from "../client/use-pauses.ts";
import styles from "./dose-pauses.module.css";
import { PauseBanner } from "./pause-banner.tsx";

const PauseDialog = lazy(() =>
  import("./pause-dialog.tsx").then((module) => ({ default: module.PauseDialog })),
);

/** The pauses that hold or are to come, and the button that starts one for those who may give. */
export function DosePauses({ notebook }: { notebook: Notebook }) {
  const now = useNow();
  const pauses = usePauses(notebook);
  const plans = useQuery(api.plans.listPlans, { diaryId: notebook._id });
  const [opened, setOpened] = useState<Pause | "new" | null>(null);
  const mayPause = notebook.permissions.includes("doses.give");
  const isLoaded = pauses !== undefined && plans !== undefined;
  const names = new Map((plans ?? []).map(({ _id, name }) => [_id, name || "A plan"]));
  const open = isLoaded ? openPauses(pauses, now) : [];
  const running = (plans ?? []).filter(({ endedAt }) => endedAt === null);
  return (
    <>
      {open.map((pause) => (
        <PauseBanner
          key={pause._id}
          notebook={notebook}
          pause={pause}
          names={(pause.planIds ?? []).map((id) => names.get(id) ?? "A plan")}
          now={now}
          onChange={mayPause ? () => setOpened(pause) : null}
        />
      ))}
      {/* It has its place from the start: a dose's "Give" below must not move away under a finger. */}
      {mayPause && (!isLoaded || running.length > 0) && (
        <div className={styles.start}>
          <Button
            variant="default"
            disabled={!isLoaded}
            leftSection={<IconPlayerPause size={20} aria-hidden="true" />}
            onClick={() => setOpened("new")}
          >
            Pause medicines…
          </Button>
        </div>
      )}
      {opened && (
        <Suspense fallback={null}>
          <PauseDialog
            notebook={notebook}
            plans={running}
            pause={opened === "new" ? null : opened}
            onClose={() => setOpened(null)}
          />
        </Suspense>
      )}
    </>
  );
}

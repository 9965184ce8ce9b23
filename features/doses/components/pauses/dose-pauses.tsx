import { Button } from "@mantine/core";
import { IconPlayerPause } from "@tabler/icons-react";
import { useState } from "react";
import type { Notebook } from "../../../../lib/api.ts";
import { t } from "../../../../lib/words/t.ts";
import { createLazyPart } from "../../../../ui/lazy-part.tsx";
import { useNow } from "../../../../ui/use-now.ts";
import { openPauses } from "../../client/pause-words.ts";
import type { Pause } from "../../client/use-pauses.ts";
import { PauseBanner } from "./pause-banner.tsx";

const PauseDialog = createLazyPart(() => import("./pause-dialog.tsx").then((m) => m.PauseDialog));

type DosePausesProps = { notebook: Notebook; pauses: readonly Pause[]; plans: readonly PausablePlan[] };
type PausablePlan = { _id: string; name: string; strength: string; endedAt: number | null };

/** The pauses that hold or are to come. */
export function DosePauses({ notebook, pauses, plans }: DosePausesProps) {
  const now = useNow();
  const [opened, setOpened] = useState<Pause | null>(null);
  const names = new Map(plans.map(({ _id, name }) => [_id, name || t("pauses.aPlan")]));
  return (
    <>
      {openPauses(pauses, now).map((pause) => (
        <PauseBanner
          key={pause._id}
          notebook={notebook}
          pause={pause}
          names={(pause.planIds ?? []).map((id) => names.get(id) ?? t("pauses.aPlan"))}
          now={now}
          onChange={notebook.permissions.includes("doses.give") ? () => setOpened(pause) : null}
        />
      ))}
      {opened && <Dialog notebook={notebook} plans={plans} pause={opened} onClose={() => setOpened(null)} />}
    </>
  );
}

/** The button that starts a pause, for those who may give; nothing where no plan runs. */
export function StartPause({ notebook, plans }: Omit<DosePausesProps, "pauses">) {
  const [isOpen, setIsOpen] = useState(false);
  if (!notebook.permissions.includes("doses.give") || plans.every(({ endedAt }) => endedAt !== null))
    return null;
  return (
    <div className="no-print">
      <Button
        variant="default"
        leftSection={<IconPlayerPause size={20} aria-hidden="true" />}
        onClick={() => setIsOpen(true)}
      >
        {t("pauses.start")}
      </Button>
      {isOpen && <Dialog notebook={notebook} plans={plans} pause={null} onClose={() => setIsOpen(false)} />}
    </div>
  );
}

type DialogProps = Omit<DosePausesProps, "pauses"> & { pause: Pause | null; onClose: () => void };

const Dialog = ({ plans, ...rest }: DialogProps) => (
  <>
    <PauseDialog plans={plans.filter(({ endedAt }) => endedAt === null)} {...rest} />
  </>
);

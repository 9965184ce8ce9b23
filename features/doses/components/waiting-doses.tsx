import { Alert, Button } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { useState } from "react";
import { t } from "../../../lib/words/t.ts";
import { LinkButton } from "../../../ui/link-button.tsx";
import type { WaitingDose } from "../client/waiting-doses.ts";
import { RefusedDose } from "./refused-dose.tsx";

type WaitingDosesProps = {
  /** Entries that conflict with others and wait for an answer. */
  refused: readonly WaitingDose[];
  /** Whom an entry's notebook is about, and its zone; undefined where only its own page can ask. */
  aboutOf: (refused: WaitingDose) => { subject: string; timeZone: string } | undefined;
  /** False while another dialog is open. */
  mayAsk?: boolean;
};

/** Asks about one entry after the other. A question that is closed stays on the page until it is answered. */
export function WaitingDoses({ refused, aboutOf, mayAsk = true }: WaitingDosesProps) {
  const [later, setLater] = useState<ReadonlySet<string>>(new Set());
  const asked = refused.find((each) => !later.has(each.entryId) && aboutOf(each));
  const about = asked && aboutOf(asked);
  const left = refused.filter((each) => each !== asked);
  const [first] = left;
  return (
    <>
      {first && (
        <Alert
          color="yellow"
          variant="outline"
          role="status"
          icon={<IconAlertTriangle aria-hidden="true" />}
          title={t("dosequestions.waiting", { count: left.length })}
        >
          <p>{t("dosequestions.onlyHere")}</p>
          {aboutOf(first) ? (
            <Button variant="default" onClick={() => setLater(new Set())}>
              {t("dosequestions.answer")}
            </Button>
          ) : (
            <LinkButton to="/care/$diaryId/doses" params={{ diaryId: first.diaryId }} variant="default">
              {t("dosequestions.answer")}
            </LinkButton>
          )}
        </Alert>
      )}
      {asked && about && mayAsk && (
        <RefusedDose
          key={asked.entryId}
          refused={asked}
          {...about}
          onLater={() => setLater(new Set([...later, asked.entryId]))}
        />
      )}
    </>
  );
}

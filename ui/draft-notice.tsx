import { Alert, Button } from "@mantine/core";
import { IconHistory } from "@tabler/icons-react";
import { t } from "../lib/words/t.ts";

/** Shows that the form contains a draft, and offers to discard it. */
export function DraftNotice({ onDiscard }: { onDiscard: () => void }) {
  return (
    <Alert color="teal" variant="outline" icon={<IconHistory aria-hidden="true" />} title={t("ui.draftKept")}>
      <p>{t("ui.draftText")}</p>
      <Button variant="default" onClick={onDiscard}>
        {t("ui.discardDraft")}
      </Button>
    </Alert>
  );
}

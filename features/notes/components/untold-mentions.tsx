import { Alert } from "@mantine/core";
import { IconBellOff } from "@tabler/icons-react";
import { listInSentence } from "../../../lib/words/list.ts";
import { t } from "../../../lib/words/t.ts";

/** Warns before saving that some of the mentioned people don't see the note, so that nobody waits for an answer. */
export function UntoldMentions({ names }: { names: readonly string[] }) {
  const who = listInSentence(names);
  return (
    <div role="status">
      {names.length > 0 && (
        <Alert
          color="yellow"
          variant="outline"
          icon={<IconBellOff aria-hidden="true" />}
          title={t("mentions.notTold", { who })}
        >
          {t("mentions.notToldWhy", { count: names.length, who })}
        </Alert>
      )}
    </div>
  );
}

import { Alert, Button, Group, Stack, TextInput } from "@mantine/core";
import { useEffect } from "react";
import { t } from "../../../lib/words/t.ts";
import { Soft } from "../../../ui/text.tsx";
import { useCopiedField } from "../../../ui/use-copied-field.ts";
import { isPublic } from "../client/feed-words.ts";
import { toWebcalUrl } from "../rules.ts";
import styles from "./feeds.module.css";

/** A link that was just made, the only time that it is known: to open, to copy, and how each program takes it. */
export function FeedLink({ link, onDone }: { link: string; onDone: () => void }) {
  const { field, copied, copy } = useCopiedField(link);
  // The form with the pressed button is gone.
  useEffect(() => field.current?.focus(), [field]);

  return (
    <Stack>
      <p className={styles.intro}>{t("feeds.linkOnce")}</p>
      <TextInput
        ref={field}
        label={t("feeds.link")}
        value={link}
        readOnly
        onFocus={(event) => event.currentTarget.select()}
      />
      <Group>
        <Button component="a" href={toWebcalUrl(link)}>
          {t("feeds.open")}
        </Button>
        <Button variant="default" onClick={copy}>
          {copied === "yes" ? t("feeds.copied") : t("feeds.copy")}
        </Button>
      </Group>
      <Soft role="status" className={copied === "not allowed" ? undefined : "visually-hidden"}>
        {copied === "yes" && t("feeds.linkCopied")}
        {copied === "not allowed" && t("feeds.cantCopy")}
      </Soft>
      {!isPublic(link) && (
        <Alert color="yellow" variant="outline" title={t("feeds.notPublic")}>
          {t("feeds.notPublicWhy")}
        </Alert>
      )}
      <ul className={styles.steps}>
        <li>{t("feeds.stepApple")}</li>
        <li>{t("feeds.stepGoogle")}</li>
        <li>{t("feeds.stepOutlook")}</li>
        <li>{t("feeds.stepThunderbird")}</li>
      </ul>
      <Soft>{t("feeds.appearLater")}</Soft>
      <Group justify="flex-end">
        <Button variant="default" onClick={onDone}>
          {t("feeds.done")}
        </Button>
      </Group>
    </Stack>
  );
}

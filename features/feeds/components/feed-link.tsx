import { Alert, Button, Group, Stack, TextInput } from "@mantine/core";
import { useEffect } from "react";
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
      <p className={styles.intro}>
        The link is shown only now. Whoever has it sees the tasks in it, so put it into your own calendar and
        give it to nobody.
      </p>
      <TextInput
        ref={field}
        label="Link"
        value={link}
        readOnly
        onFocus={(event) => event.currentTarget.select()}
      />
      <Group>
        <Button component="a" href={toWebcalUrl(link)}>
          Open in my calendar
        </Button>
        <Button variant="default" onClick={copy}>
          {copied === "yes" ? "Copied" : "Copy link"}
        </Button>
      </Group>
      <Soft role="status" className={copied === "not allowed" ? undefined : "visually-hidden"}>
        {copied === "yes" && "Link copied"}
        {copied === "not allowed" &&
          "This browser doesn't let the page copy. The link is selected: copy it yourself."}
      </Soft>
      {!isPublic(link) && (
        <Alert color="yellow" variant="outline" title="Not for Google and Outlook.com">
          They fetch only from a public address that begins with https, and this server's doesn't. Apple
          Calendar and Thunderbird can fetch it where this page opens.
        </Alert>
      )}
      <ul className={styles.steps}>
        <li>iPhone, iPad, Mac: press “Open in my calendar”.</li>
        <li>
          Google: at calendar.google.com on a computer, “Other calendars”, “+”, “From URL”, and paste the
          link. It needs a public https address.
        </li>
        <li>Outlook: “Add calendar”, “Subscribe from web”, and paste the link.</li>
        <li>Thunderbird: “New calendar”, “On the network”, and paste the link.</li>
      </ul>
      <Soft>In all of them, new and changed tasks appear only when the calendar fetches the link again.</Soft>
      <Group justify="flex-end">
        <Button variant="default" onClick={onDone}>
          Done
        </Button>
      </Group>
    </Stack>
  );
}

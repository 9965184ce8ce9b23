import { Button, Group, Stack, TextInput } from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import { copyText } from "../../../../ui/copy-text.ts";
import { createQuietPart } from "../../../../ui/lazy-part.tsx";
import { Soft } from "../../../../ui/text.tsx";
import { ROLE_LABELS } from "../../../notebooks/rules/roles.ts";
import { canShare, shareLink } from "../../client/share-link.ts";
import { type InvitationRole, LINK_VALID_DAYS } from "../../rules/invitations.ts";
import styles from "./invite-panel.module.css";

const QRCode = createQuietPart(() => import("react-qr-code").then((module) => module.default));

type SharedLinkProps = {
  link: string;
  inviter: string;
  role: InvitationRole;
  forName: string;
  letsInAtOnce: boolean;
  onDone: () => void;
};

/** A link that was just made, the only time that it is known: to share, to copy, or to show in person. */
export function SharedLink({ link, inviter, role, forName, letsInAtOnce, onDone }: SharedLinkProps) {
  const [isCopied, setIsCopied] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  // The form with the pressed button is gone.
  useEffect(() => heading.current?.focus(), []);

  async function copy() {
    if (await copyText(link)) setIsCopied(true);
    else field.current?.select();
  }

  return (
    <Stack>
      <div>
        <h3 ref={heading} tabIndex={-1} className={styles.ready}>
          {forName ? `The link for ${forName} is ready` : "The link is ready"}
        </h3>
        <Soft>
          For one person, as {ROLE_LABELS[role]}, for {LINK_VALID_DAYS} days.{" "}
          {letsInAtOnce
            ? "Whoever opens it first may come in at once."
            : "You are asked before anybody comes in by it."}
        </Soft>
      </div>
      <Group>
        {canShare() && <Button onClick={() => void shareLink(link, inviter)}>Share</Button>}
        <Button variant={canShare() ? "default" : undefined} onClick={copy}>
          {isCopied ? "Copied" : "Copy link"}
        </Button>
        <Button variant="default" onClick={onDone}>
          Done
        </Button>
      </Group>
      <p role="status" className="visually-hidden">
        {isCopied && "Link copied"}
      </p>
      <TextInput
        ref={field}
        label="Link"
        value={link}
        readOnly
        onFocus={(event) => event.currentTarget.select()}
      />
      <div>
        <Soft className={styles.scan}>Next to each other? Scan this with the other phone's camera.</Soft>
        <div className={styles.code}>
          <QRCode value={link} size={200} role="img" aria-label="The link as a picture to scan" />
        </div>
      </div>
    </Stack>
  );
}

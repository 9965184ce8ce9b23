import { Button, Group, Stack, TextInput } from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import { t } from "../../../../lib/words/t.ts";
import { copyText } from "../../../../ui/copy-text.ts";
import { createQuietPart } from "../../../../ui/lazy-part.tsx";
import { Soft } from "../../../../ui/text.tsx";
import { getRoleName } from "../../../notebooks/rules/roles.ts";
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
          {forName ? t("invitations.readyFor", { name: forName }) : t("invitations.ready")}
        </h3>
        <Soft>
          {t("invitations.readyText", {
            role: getRoleName(role),
            count: LINK_VALID_DAYS,
            atOnce: String(letsInAtOnce),
          })}
        </Soft>
      </div>
      <Group>
        {canShare() && (
          <Button onClick={() => void shareLink(link, inviter)}>{t("invitations.shareNow")}</Button>
        )}
        <Button variant={canShare() ? "default" : undefined} onClick={copy}>
          {isCopied ? t("invitations.copied") : t("invitations.copyLink")}
        </Button>
        <Button variant="default" onClick={onDone}>
          {t("invitations.done")}
        </Button>
      </Group>
      <p role="status" className="visually-hidden">
        {isCopied && t("invitations.linkCopied")}
      </p>
      <TextInput
        ref={field}
        label={t("invitations.link")}
        value={link}
        readOnly
        onFocus={(event) => event.currentTarget.select()}
      />
      <div>
        <Soft className={styles.scan}>{t("invitations.scan")}</Soft>
        <div className={styles.code}>
          <QRCode value={link} size={200} role="img" aria-label={t("invitations.picture")} />
        </div>
      </div>
    </Stack>
  );
}

import { Button, TextInput } from "@mantine/core";
import { useAction } from "convex/react";
import { useState } from "react";
import { api } from "../../../../lib/api.ts";
import { getErrorMessage } from "../../../../lib/error-message.ts";
import { writeMessage } from "../../../../lib/words/message.ts";
import { t } from "../../../../lib/words/t.ts";
import { copyText } from "../../../../ui/copy-text.ts";
import { notifyFailure, notifySuccess } from "../../../../ui/notify.ts";
import { INVITATION_MESSAGES } from "../../rules/messages.ts";

/** Creates a new link of an invitation and copies it; shows it where the browser doesn't allow copying. */
export function CopyLink({ invitationId, email }: { invitationId: string; email: string }) {
  const createLink = useAction(api.invitations.createInvitationLink);
  const [isBusy, setIsBusy] = useState(false);
  const [shown, setShown] = useState<string | null>(null);

  async function copy() {
    setIsBusy(true);
    try {
      const { link } = await createLink({ invitationId });
      if (await copyText(link)) notifySuccess(t("invitations.linkCopiedFor", { email }));
      else setShown(link);
    } catch (error) {
      console.error("invitations.createInvitationLink failed", error);
      notifyFailure(getErrorMessage(error, writeMessage(INVITATION_MESSAGES.makeLinkFailed)));
    } finally {
      setIsBusy(false);
    }
  }

  if (shown) {
    return (
      <TextInput
        label={t("invitations.linkFor", { email })}
        description={t("invitations.copyYourself")}
        value={shown}
        readOnly
        autoFocus
        onFocus={(event) => event.currentTarget.select()}
      />
    );
  }
  return (
    <Button
      variant="default"
      px="sm"
      loading={isBusy}
      onClick={copy}
      aria-label={t("invitations.copyLinkFor", { email })}
    >
      {t("invitations.copyLink")}
    </Button>
  );
}

import { Badge, Button } from "@mantine/core";
import { useMutation } from "convex/react";
import { type ReactNode, useEffect, useState } from "react";
import { api, type LinkedInvitation } from "../../../../lib/api.ts";
import { formatShortDate } from "../../../../lib/dates/time.ts";
import { t } from "../../../../lib/words/t.ts";
import { Actions } from "../../../../ui/actions.tsx";
import { Card } from "../../../../ui/card.tsx";
import { LinkButton } from "../../../../ui/link-button.tsx";
import { notifyFailure } from "../../../../ui/notify.ts";
import { Rich } from "../../../../ui/rich.tsx";
import { Soft } from "../../../../ui/text.tsx";
import { usePageTitle } from "../../../../ui/use-page-title.ts";
import { getRoleRights } from "../../../notebooks/rules/role-rights.ts";
import { getRoleName } from "../../../notebooks/rules/roles.ts";
import { useRequestToJoin } from "../../client/use-request-to-join.ts";
import styles from "../../screens/invitation.module.css";
import { AnswerButtons } from "./answer-buttons.tsx";

type LinkInvitationProps = {
  invitation: Extract<LinkedInvitation, { status: "pending" }>;
  /** The link's token. */
  token: string;
  /** The signed-in person's address. */
  email: string;
  /** The answer that is being saved. */
  answer: "accept" | "decline" | null;
  onAnswer: (answer: "accept" | "decline") => void;
  onSwitchAccount: () => Promise<void>;
};

/** The page of a link without an address, for a signed-in user: their options depend on who they are. */
export function LinkInvitation(props: LinkInvitationProps) {
  const { invitation, token } = props;
  const { caller, request } = invitation;
  const recordOpening = useMutation(api.invitations.recordLinkOpening);
  usePageTitle(t("invitation.title"));
  useEffect(() => {
    if (caller !== null) return;
    recordOpening({ token }).catch((error) => console.error("invitations.recordLinkOpening failed", error));
  }, [caller, token, recordOpening]);

  if (caller !== null) return <NotForCaller invitation={invitation} />;
  if (request === "waiting") return <Waiting {...props} />;
  return <Offer {...props} />;
}

function Offer({ invitation, token, email, answer, onAnswer, onSwitchAccount }: LinkInvitationProps) {
  const { inviter, role, letsInAtOnce } = invitation;
  const { ask, isAsking } = useRequestToJoin(token);
  const by = inviter.name || t("invitation.somebody");

  return (
    <Page lead={t("invitation.invitesYou", { name: by })} title={invitation.diary.name}>
      <p>
        <Rich
          text="invitation.comeInAs"
          values={{ role: getRoleName(role), b: (words) => <Badge variant="outline">{words}</Badge> }}
        />
      </p>
      <p className={styles.rights}>{t("invitation.rights", { rights: getRoleRights(role) })}</p>
      {!letsInAtOnce && <p className={styles.rights}>{t("invitation.letsYouIn", { name: by })}</p>}
      <Actions className={styles.actions}>
        <AnswerButtons
          yes={t("invitation.accept")}
          no={t("offers.decline")}
          answer={isAsking ? "accept" : answer}
          onAnswer={(given) => (given === "accept" && !letsInAtOnce ? void ask() : onAnswer(given))}
        />
      </Actions>
      <Soft className={styles.account}>
        {t("invitation.signedInAs", { email })} <SwitchAccount onSwitch={onSwitchAccount} />
      </Soft>
    </Page>
  );
}

/** Follows the answer live: the screen leads to the notebook as soon as they are let in. */
function Waiting({ invitation, answer, onAnswer }: LinkInvitationProps) {
  const by = invitation.inviter.name || t("invitation.somebody");
  return (
    <Page
      lead={t("invitation.youAsked", { notebook: invitation.diary.name })}
      title={t("invitation.hasToLetIn", { name: by })}
    >
      <div role="status">
        <p>{t("invitation.waiting", { name: by })}</p>
      </div>
      <Actions className={styles.actions}>
        <LinkButton to="/care" variant="default">
          {t("invitation.yourNotebooks")}
        </LinkButton>
        <Button variant="default" loading={answer === "decline"} onClick={() => onAnswer("decline")}>
          {t("invitation.stopAsking")}
        </Button>
      </Actions>
    </Page>
  );
}

/** For the maker of the link, and for members, whose role it doesn't change. */
function NotForCaller({ invitation }: Pick<LinkInvitationProps, "invitation">) {
  const { caller, diary, diaryId, expiresAt } = invitation;
  const isMaker = caller === "inviter";
  const title = isMaker ? t("invitation.ownLink") : t("invitation.alreadyIn");
  return (
    <Page lead={diary.name} title={title}>
      <p>
        {isMaker
          ? t("invitation.ownLinkText", { day: formatShortDate(expiresAt) })
          : t("invitation.alreadyInText")}
      </p>
      <Actions className={styles.actions}>
        {isMaker ? (
          <LinkButton to="/care/$diaryId/members" params={{ diaryId }}>
            {t("invitation.members")}
          </LinkButton>
        ) : (
          <LinkButton to="/care/$diaryId" params={{ diaryId }}>
            {t("invitation.openNotebook")}
          </LinkButton>
        )}
        <LinkButton to="/care" variant="default">
          {t("invitation.yourNotebooks")}
        </LinkButton>
      </Actions>
    </Page>
  );
}

function Page({ lead, title, children }: { lead: string; title: string; children: ReactNode }) {
  return (
    <Card as="article" size="page" isRaised className={styles.card}>
      <Soft className={styles.lead}>{lead}</Soft>
      <h1 className={styles.notebook}>{title}</h1>
      {children}
    </Card>
  );
}

function SwitchAccount({ onSwitch }: { onSwitch: () => Promise<void> }) {
  const [isBusy, setIsBusy] = useState(false);

  async function switchAccount() {
    setIsBusy(true);
    try {
      await onSwitch();
    } catch (error) {
      console.error("sign-out failed", error);
      notifyFailure(t("invitation.notSignedOut"));
      setIsBusy(false);
    }
  }

  return (
    <Button variant="subtle" size="compact-md" loading={isBusy} onClick={switchAccount}>
      {t("invitation.switchAccount")}
    </Button>
  );
}

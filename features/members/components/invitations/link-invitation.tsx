import { Badge, Button } from "@mantine/core";
import { useMutation } from "convex/react";
import { type ReactNode, useEffect, useState } from "react";
import { api, type LinkedInvitation } from "../../../../lib/api.ts";
import { formatShortDate } from "../../../../lib/dates/time.ts";
import { Actions } from "../../../../ui/actions.tsx";
import { Card } from "../../../../ui/card.tsx";
import { LinkButton } from "../../../../ui/link-button.tsx";
import { notifyFailure } from "../../../../ui/notify.ts";
import { Soft } from "../../../../ui/text.tsx";
import { usePageTitle } from "../../../../ui/use-page-title.ts";
import { ROLE_LABELS, ROLE_RIGHTS } from "../../../notebooks/rules/roles.ts";
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
  usePageTitle("Invitation");
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
  const by = inviter.name || "Somebody";

  return (
    <Page lead={`${by} invites you to a care notebook`} title={invitation.diary.name}>
      <p>
        You come in as <Badge variant="outline">{ROLE_LABELS[role]}</Badge>
      </p>
      <p className={styles.rights}>{`You will be able to ${ROLE_RIGHTS[role]}.`}</p>
      {!letsInAtOnce && <p className={styles.rights}>After you accept, {by} lets you in.</p>}
      <Actions className={styles.actions}>
        <AnswerButtons
          yes="Accept"
          answer={isAsking ? "accept" : answer}
          onAnswer={(given) => (given === "accept" && !letsInAtOnce ? void ask() : onAnswer(given))}
        />
      </Actions>
      <Soft className={styles.account}>
        You are signed in as {email}. <SwitchAccount onSwitch={onSwitchAccount} />
      </Soft>
    </Page>
  );
}

/** Follows the answer live: the screen leads to the notebook as soon as they are let in. */
function Waiting({ invitation, answer, onAnswer }: LinkInvitationProps) {
  const by = invitation.inviter.name || "Somebody";
  return (
    <Page lead={`You asked to come in to ${invitation.diary.name}`} title={`${by} has to let you in`}>
      <div role="status">
        <p>
          {by} sees your request now. As soon as they let you in, the notebook opens here. You can also close
          this page and come back by the same link.
        </p>
      </div>
      <Actions className={styles.actions}>
        <LinkButton to="/care" variant="default">
          Your notebooks
        </LinkButton>
        <Button variant="default" loading={answer === "decline"} onClick={() => onAnswer("decline")}>
          Don't ask any more
        </Button>
      </Actions>
    </Page>
  );
}

/** For the maker of the link, and for members, whose role it doesn't change. */
function NotForCaller({ invitation }: Pick<LinkInvitationProps, "invitation">) {
  const { caller, diary, diaryId, expiresAt } = invitation;
  const isMaker = caller === "inviter";
  const title = isMaker ? "This is your own link" : "You are already in this notebook";
  return (
    <Page lead={diary.name} title={title}>
      <p>
        {isMaker
          ? `Give it to the person whom you want to invite. It waits for them until ${formatShortDate(expiresAt)}.`
          : "The link is for somebody else. Your role stays as it is."}
      </p>
      <Actions className={styles.actions}>
        {isMaker ? (
          <LinkButton to="/care/$diaryId/members" params={{ diaryId }}>
            Members
          </LinkButton>
        ) : (
          <LinkButton to="/care/$diaryId" params={{ diaryId }}>
            Open the notebook
          </LinkButton>
        )}
        <LinkButton to="/care" variant="default">
          Your notebooks
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
      notifyFailure("You could not be signed out. Please try again.");
      setIsBusy(false);
    }
  }

  return (
    <Button variant="subtle" size="compact-md" loading={isBusy} onClick={switchAccount}>
      Switch account
    </Button>
  );
}

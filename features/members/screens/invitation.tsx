import { useNavigate } from "@tanstack/react-router";
import { useQuery } from "convex/react";
import { useEffect, useRef, useState } from "react";
import { api } from "../../../lib/api.ts";
import { t } from "../../../lib/words/t.ts";
import { LinkButton } from "../../../ui/link-button.tsx";
import { Loading } from "../../../ui/loading.tsx";
import { notifyFailure } from "../../../ui/notify.ts";
import { useNow } from "../../../ui/use-now.ts";
import { useInvitationAnswers } from "../client/use-invitation-answers.ts";
import { EndedInvitation } from "../components/invitations/ended-invitation.tsx";
import { LinkInvitation } from "../components/invitations/link-invitation.tsx";
import { OfferedInvitation } from "../components/invitations/offered-invitation.tsx";
import { OtherAccountInvitation } from "../components/invitations/other-account-invitation.tsx";

type InvitationScreenProps = {
  token: string;
  /** The signed-in person's address. */
  email: string;
  /** Signs out and returns here by way of the sign-in page. */
  onSwitchAccount: () => Promise<void>;
};

/** `/invitations/:token/accept` for a signed-in person, live: the invitation, or why it can't be accepted. */
export function InvitationScreen({ token, email, onSwitchAccount }: InvitationScreenProps) {
  const invitation = useQuery(api.invitations.getInvitationByToken, { token });
  const navigate = useNavigate();
  const now = useNow();
  const [isAnswered, setIsAnswered] = useState(false);
  const { pending, accept, decline } = useInvitationAnswers({
    token,
    onAccepted: (diaryId) => {
      setIsAnswered(true);
      void navigate({ to: "/care/$diaryId", params: { diaryId } });
    },
    onDeclined: () => {
      setIsAnswered(true);
      void navigate({ to: "/care" });
    },
    onFailure: notifyFailure,
  });

  // A user who waited on this page and is let in is led to the notebook, without a press.
  const waited = useRef(false);
  if (invitation?.status === "pending") waited.current = invitation.request === "waiting";
  const letInTo = waited.current && invitation?.status === "accepted" ? invitation.diaryId : null;
  useEffect(() => {
    if (letInTo) void navigate({ to: "/care/$diaryId", params: { diaryId: letInTo }, replace: true });
  }, [letInTo, navigate]);

  // One's own answer ends the invitation a moment before the navigation.
  const isLeaving = isAnswered || letInTo !== null || (pending !== null && invitation?.status !== "pending");
  if (invitation === undefined || isLeaving) return <Loading label={t("invitation.loading")} />;

  if (invitation?.status !== "pending" || invitation.expiresAt <= now) {
    const status = invitation?.status === "pending" ? "expired" : (invitation?.status ?? null);
    const diaryId = invitation?.status === "accepted" ? invitation.diaryId : null;
    const isRefused = invitation?.status === "declined" && invitation.request === "declined";
    return (
      <EndedInvitation status={status} inviter={invitation?.inviter ?? null} isRefused={isRefused}>
        {diaryId && (
          <LinkButton to="/care/$diaryId" params={{ diaryId }}>
            {t("invitation.openNotebook")}
          </LinkButton>
        )}
        <LinkButton to="/care" variant={diaryId ? "default" : undefined}>
          {t("invitation.yourNotebooks")}
        </LinkButton>
      </EndedInvitation>
    );
  }
  const answer = (given: "accept" | "decline") => (given === "accept" ? accept : decline)(invitation._id);
  if (invitation.sentTo === null && invitation.request === "declined") {
    return (
      <EndedInvitation status="declined" inviter={invitation.inviter} isRefused>
        <LinkButton to="/care">{t("invitation.yourNotebooks")}</LinkButton>
      </EndedInvitation>
    );
  }
  if (invitation.sentTo === null) {
    return (
      <LinkInvitation
        invitation={invitation}
        token={token}
        email={email}
        answer={pending?.answer ?? null}
        onAnswer={answer}
        onSwitchAccount={onSwitchAccount}
      />
    );
  }
  if (!invitation.isForCaller || !("fullName" in invitation.diary)) {
    return (
      <OtherAccountInvitation
        invitation={invitation}
        token={token}
        email={email}
        onSwitchAccount={onSwitchAccount}
      />
    );
  }
  return (
    <OfferedInvitation
      invitation={{ ...invitation, diary: invitation.diary }}
      now={now}
      answer={pending?.answer ?? null}
      onAnswer={answer}
    />
  );
}

import { Link } from "@tanstack/react-router";
import type { LinkedInvitation } from "../../../lib/api.ts";
import { formatShortDate } from "../../../lib/dates/time.ts";
import { t } from "../../../lib/words/t.ts";
import { Card } from "../../../ui/card.tsx";
import plain from "../../../ui/plain.module.css";
import { usePageTitle } from "../../../ui/use-page-title.ts";
import { getRoleRights } from "../../notebooks/rules/role-rights.ts";
import { getRoleName } from "../../notebooks/rules/roles.ts";
import { EndedInvitation } from "../components/invitations/ended-invitation.tsx";
import styles from "./signed-out-invitation.module.css";

type SignedOutInvitationProps = {
  /** Null for an invalid link. */
  invitation: LinkedInvitation | null;
  /** This page's own path, to return to after sign-in. */
  here: string;
  /** The address that the mail with the link was sent to; undefined for other links. */
  email: string | undefined;
};

/** `/invitations/:token/accept` for a signed-out visitor: the inviter, the notebook, and the links to sign in or up. */
export function SignedOutInvitation({ invitation, here, email }: SignedOutInvitationProps) {
  if (invitation?.status !== "pending") {
    return (
      <EndedInvitation status={invitation?.status ?? null} inviter={invitation?.inviter ?? null}>
        <SignIn here={here} email={email} text={t("invited.thenNotebooks")} />
      </EndedInvitation>
    );
  }
  return <Offer invitation={invitation} here={here} email={email} />;
}

type Pending = Extract<LinkedInvitation, { status: "pending" }>;

function Offer({ invitation, here, email }: SignedOutInvitationProps & { invitation: Pending }) {
  const { inviter, diary, role, sentTo, letsInAtOnce, expiresAt } = invitation;
  const by = inviter.name || t("invited.somebody");
  usePageTitle(t("invited.title"));
  return (
    <div className={plain.notice}>
      <h1>{t("invited.invitesTo", { name: by, notebook: diary.name })}</h1>
      <p>{t("invited.comeInAs", { role: getRoleName(role), rights: getRoleRights(role) })}</p>
      <p className={styles.soft}>
        {sentTo === null
          ? t("invited.forOne", { day: formatShortDate(expiresAt) })
          : t("invited.sentTo", { email: sentTo, day: formatShortDate(expiresAt) })}
      </p>
      <SignIn here={here} email={email} text={nextStep(by, { sentTo, letsInAtOnce })} isNew />
    </div>
  );
}

function nextStep(by: string, { sentTo, letsInAtOnce }: Pick<Pending, "sentTo" | "letsInAtOnce">): string {
  if (sentTo !== null) return t("invited.thenAnswerMail");
  return letsInAtOnce ? t("invited.thenAnswer") : t("invited.thenLetIn", { name: by });
}

type SignInProps = {
  here: string;
  email: string | undefined;
  text: string;
  /** Most people who open an open invitation have no account yet. */
  isNew?: boolean;
};

function SignIn({ here, email, text, isNew = false }: SignInProps) {
  const search = { returnTo: here, email };
  const create = (
    <Link to="/sign-up" search={search} className={isNew ? plain.primary : plain.secondary}>
      {t("invited.createAccount")}
    </Link>
  );
  return (
    <Card as="section" size="part" className={styles.signIn} aria-labelledby="sign-in">
      <h2 id="sign-in" className={styles.title}>
        {t("invited.signInTitle")}
      </h2>
      <p className={styles.please}>{t("invited.pleaseSignIn")}</p>
      <p className={styles.soft}>{text}</p>
      <div className={plain.actions}>
        {isNew && create}
        <Link to="/sign-in" search={search} className={isNew ? plain.secondary : plain.primary}>
          {t("invited.signIn")}
        </Link>
        {!isNew && create}
      </div>
    </Card>
  );
}

import { type ReactNode, useState } from "react";
import { t } from "../../../lib/words/t.ts";
import { Page } from "../../../ui/page.tsx";
import { PageHeader } from "../../../ui/page-header.tsx";
import type { Returned } from "../client/kept-form.ts";
import { useOpenings } from "../client/openings.ts";
import type { Proving } from "../client/proving.ts";
import { AccessTokens } from "../components/access-tokens.tsx";
import { Appearance } from "../components/appearance.tsx";
import { ChangePassword } from "../components/change-password.tsx";
import { DeleteAccount } from "../components/delete-account.tsx";
import { MentionMails } from "../components/mention-mails.tsx";
import { OpeningsDialog } from "../components/openings-dialog.tsx";
import { OwnEmail } from "../components/own-email.tsx";
import { OwnLanguage } from "../components/own-language.tsx";
import { OwnName } from "../components/own-name.tsx";
import { OwnPicture } from "../components/own-picture.tsx";
import { Passkeys } from "../components/passkeys.tsx";
import { Sessions } from "../components/sessions.tsx";
import { TwoFactor } from "../components/two-factor.tsx";

type AccountProps = {
  name: string;
  email: string;
  /** The features of the built-in sign-in; null when an external provider manages the account. */
  embedded: { passkeys: boolean; mail: boolean; shortestPassword: number } | null;
  /** The way to the settings of reminders, supplied by the room of notifications. */
  reminders: ReactNode;
  /** What this browser keeps. */
  device: ReactNode;
  /** The links for calendars, supplied by the room of feeds. */
  calendars: ReactNode;
  /** The way to the webhooks, supplied by the room of webhooks. */
  webhooks: ReactNode;
  proving: Proving;
  /** The form that the user left to sign in again. */
  returned: Returned | null;
  /** Asks the sign-in provider again who is signed in. */
  onChanged: () => Promise<void>;
  /** Leaves the page of an account that is gone. */
  onDeleted: () => Promise<void>;
};

/** `/account`: language, appearance, picture, e-mails, reminders, calendars, this device, name, address, password, two-factor sign-in, passkeys, sessions, access tokens, webhooks, and deleting the account. */
export function AccountScreen({
  name,
  email,
  embedded,
  reminders,
  device,
  calendars,
  webhooks,
  proving,
  returned,
  onChanged,
  onDeleted,
}: AccountProps) {
  const { openings, show, close } = useOpenings();
  // Ended openings are gone from the lists, too.
  const [ended, setEnded] = useState(0);
  return (
    <Page gap="lg">
      <PageHeader title={t("account.title")} subtitle={name ? `${name} · ${email}` : email} />
      <OwnLanguage />
      <Appearance />
      <OwnPicture />
      <MentionMails />
      {reminders}
      {calendars}
      {device}
      {embedded ? (
        <>
          <OwnName name={name} onChanged={onChanged} />
          <OwnEmail email={email} mail={embedded.mail} onChanged={onChanged} />
          <ChangePassword
            shortestPassword={embedded.shortestPassword}
            onChanged={() => {
              setEnded((times) => times + 1);
              void show(false);
            }}
          />
          <TwoFactor />
          {embedded.passkeys && <Passkeys key={`passkeys ${ended}`} />}
          <Sessions key={`sessions ${ended}`} onShowOpenings={() => void show(true)} />
          {openings && (
            <OpeningsDialog
              openings={openings}
              onClose={close}
              onEnded={() => {
                close();
                setEnded((times) => times + 1);
              }}
            />
          )}
        </>
      ) : (
        <p>{t("account.keptElsewhere")}</p>
      )}
      <AccessTokens proving={proving} returned={returned} />
      {webhooks}
      <DeleteAccount proving={proving} returned={returned} onDeleted={onDeleted} />
    </Page>
  );
}

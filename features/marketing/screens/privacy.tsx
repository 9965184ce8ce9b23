import type { Key } from "../../../lib/words/keys.ts";
import { t } from "../../../lib/words/t.ts";
import { Table } from "../../../ui/table.tsx";
import { ProsePage } from "../components/prose-page.tsx";

/** Cookies by their names, without what all names begin with. */
const COOKIES: readonly [names: string, use: Key, stays: Key][] = [
  ["session_token", "privacy.sessionFor", "privacy.sessionStays"],
  ["device", "privacy.deviceFor", "privacy.deviceStays"],
  ["two_factor, better-auth-passkey", "privacy.codeFor", "privacy.codeStays"],
  ["oidc_session, oidc_attempt", "privacy.providerFor", "privacy.providerStays"],
];

/** `/privacy`: where data is stored, who sees it, for how long, how to export and erase it, which cookies are used. */
export function PrivacyScreen() {
  return (
    <ProsePage
      path="/privacy"
      lead={t("privacy.lead")}
      isLegal
      sections={[
        {
          id: "stored",
          title: "privacy.storedTitle",
          body: [
            { points: ["privacy.account", "privacy.notebooks", "privacy.invitations", "privacy.events"] },
          ],
        },
        {
          id: "where",
          title: "privacy.whereTitle",
          body: ["privacy.where", "privacy.notifications", "privacy.recordings"],
        },
        {
          id: "who",
          title: "privacy.whoTitle",
          body: [{ points: ["privacy.members", "privacy.administrators", "privacy.machine"] }],
        },
        {
          id: "cookies",
          title: "privacy.cookiesTitle",
          body: ["privacy.cookies", <CookieTable key="table" />, "privacy.cookieNames", "privacy.storage"],
        },
        {
          id: "how-long",
          title: "privacy.howLongTitle",
          body: [
            {
              points: [
                "privacy.notebooksStay",
                "privacy.invitationsStay",
                "privacy.exportsStay",
                "privacy.mailsStay",
                "privacy.sessionsStay",
                "privacy.eventsStay",
                "privacy.backupsStay",
              ],
            },
          ],
        },
        { id: "export", title: "privacy.exportTitle", body: ["privacy.export", "privacy.otherExports"] },
        {
          id: "erase",
          title: "privacy.eraseTitle",
          body: ["privacy.eraseNotes", "privacy.eraseKeys", "privacy.eraseAccount"],
        },
        { id: "rights", title: "privacy.rightsTitle", body: ["privacy.rights"] },
      ]}
    />
  );
}

function CookieTable() {
  return (
    <Table>
      <thead>
        <tr>
          <th scope="col">{t("privacy.cookie")}</th>
          <th scope="col">{t("privacy.cookieFor")}</th>
          <th scope="col">{t("privacy.cookieStays")}</th>
        </tr>
      </thead>
      <tbody>
        {COOKIES.map(([names, use, stays]) => (
          <tr key={names}>
            <th scope="row">{names}</th>
            <td>{t(use)}</td>
            <td>{t(stays)}</td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

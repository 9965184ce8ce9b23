import { t } from "../../../lib/words/t.ts";
import { Claims } from "../components/claims.tsx";
import { ProsePage } from "../components/prose-page.tsx";

/** `/security`: how a notebook is protected, and the limits of that. */
export function SecurityScreen() {
  return (
    <ProsePage
      path="/security"
      lead={t("security.lead")}
      sections={[
        { id: "claims", title: "security.short", body: [<Claims key="claims" />] },
        {
          id: "access",
          title: "security.accessTitle",
          body: [
            "security.members",
            { points: ["security.onlyMe", "security.careTeam", "security.everyone"] },
            "security.checked",
          ],
        },
        {
          id: "encryption",
          title: "security.encryptionTitle",
          body: [
            "security.encryptedNotes",
            "security.atRest",
            "security.neutralWords",
            "security.encryptedPlans",
            "security.otherNotes",
          ],
        },
        {
          id: "accounts",
          title: "security.accountsTitle",
          body: [
            { points: ["security.passwords", "security.codes", "security.sessions", "security.provider"] },
          ],
        },
        { id: "browser", title: "security.browserTitle", body: ["security.browser"] },
        { id: "record", title: "security.recordTitle", body: ["security.record"] },
        { id: "operator", title: "security.operatorTitle", body: ["security.operator", "security.weakness"] },
      ]}
    />
  );
}

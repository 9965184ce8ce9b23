import { t } from "../../../lib/words/t.ts";
import { ProsePage } from "../components/prose-page.tsx";

/** `/terms`. */
export function TermsScreen() {
  return (
    <ProsePage
      path="/terms"
      lead={t("terms.lead")}
      isLegal
      sections={[
        { id: "medical", title: "terms.medicalTitle", body: ["terms.medical"] },
        { id: "account", title: "terms.accountTitle", body: ["terms.account"] },
        { id: "others", title: "terms.othersTitle", body: ["terms.others", "terms.meetings"] },
        { id: "content", title: "terms.contentTitle", body: ["terms.content"] },
        { id: "service", title: "terms.serviceTitle", body: ["terms.service"] },
        { id: "software", title: "terms.softwareTitle", body: ["terms.software"] },
        { id: "changes", title: "terms.changesTitle", body: ["terms.changes"] },
      ]}
    />
  );
}

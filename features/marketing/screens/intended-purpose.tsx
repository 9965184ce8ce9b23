import { t } from "../../../lib/words/t.ts";
import { ProsePage } from "../components/prose-page.tsx";

/** `/intended-purpose`: the purposes of the product, and its limits. */
export function IntendedPurposeScreen() {
  return (
    <ProsePage
      path="/intended-purpose"
      lead={t("purpose.lead")}
      sections={[
        { id: "not", title: "purpose.notTitle", body: ["purpose.not"] },
        {
          id: "medicines",
          title: "purpose.medicinesTitle",
          body: ["purpose.medicines", "purpose.notRecorded"],
        },
        { id: "times", title: "purpose.timesTitle", body: ["purpose.times"] },
      ]}
    />
  );
}

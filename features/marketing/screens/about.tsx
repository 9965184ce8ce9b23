import { t } from "../../../lib/words/t.ts";
import { ProsePage } from "../components/prose-page.tsx";

/** `/about`. */
export function AboutScreen() {
  return (
    <ProsePage
      path="/about"
      lead={t("about.lead")}
      sections={[
        { id: "why", title: "about.whyTitle", body: ["about.spread", "about.onePlace"] },
        {
          id: "hold-to",
          title: "about.holdToTitle",
          body: [{ points: ["about.yours", "about.open", "about.calm", "about.honest"] }],
        },
        { id: "not", title: "about.notTitle", body: ["about.not"] },
        { id: "operator", title: "about.operatorTitle", body: ["about.operator"] },
      ]}
    />
  );
}

import { t } from "../../../lib/words/t.ts";
import { ProsePage } from "../components/prose-page.tsx";

/** `/community`: static text (workspace 2.2). */
export function CommunityScreen() {
  return (
    <ProsePage
      path="/community"
      lead={t("community.lead")}
      sections={[
        {
          id: "programs",
          title: "community.programsTitle",
          body: ["community.programs", "community.collection"],
        },
        { id: "stories", title: "community.storiesTitle", body: ["community.stories"] },
        { id: "meetings", title: "community.meetingsTitle", body: ["community.meetings"] },
        {
          id: "take-part",
          title: "community.takePartTitle",
          body: ["community.takePart", "community.untilThen"],
        },
      ]}
    />
  );
}

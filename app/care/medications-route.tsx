import { MedicationsScreen } from "../../features/medications/screens/medications.tsx";
import { ListDifferences } from "../../features/plans/components/list-differences.tsx";
import type { Notebook } from "../../lib/api.ts";
import { shownId } from "../../lib/shown-id.ts";
import { Actions } from "../../ui/actions.tsx";
import { LinkButton } from "../../ui/link-button.tsx";
import styles from "./medications-route.module.css";

/** The list of medications, with what was planned from it. */
export function MedicationsRoute({ notebook }: { notebook: Notebook }) {
  const params = { diaryId: shownId(notebook) };
  return (
    <MedicationsScreen
      notebook={notebook}
      above={
        <div className={styles.above}>
          <Actions className="no-print">
            <LinkButton to="/care/$diaryId/doses" params={params} variant="default">
              Doses of today
            </LinkButton>
            <LinkButton to="/care/$diaryId/plans" params={params} variant="default">
              Plans
            </LinkButton>
          </Actions>
          <ListDifferences notebook={notebook} />
        </div>
      }
    />
  );
}

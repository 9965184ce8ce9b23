import { Alert } from "@mantine/core";
import type { ReactNode } from "react";
import { t } from "../../../lib/words/t.ts";
import { Rich } from "../../../ui/rich.tsx";
import type { Visit } from "../client/use-visit.ts";

/** Shows, on paper too, where the list and the plans differ: readers must not take either for both. */
export function VisitDifferences({ differences }: Pick<Visit, "differences">) {
  if (differences.length === 0) return null;
  return (
    <Alert color="yellow" variant="outline" role="note" title={t("visit.differ")}>
      <p>{t("visit.askFamily")}</p>
      <ul>
        {differences.map((each) => (
          <li key={`${each.name} ${each.list} ${each.plan}`}>
            <Difference difference={each} />
          </li>
        ))}
      </ul>
    </Alert>
  );
}

function Difference({ difference: { name, list, plan } }: { difference: Visit["differences"][number] }) {
  const renderName = (content: ReactNode) => <bdi>{content}</bdi>;
  const listed = list || t("visit.noDose");
  if (plan === null) return <Rich text="visit.notPlanned" values={{ name, list: listed, bdi: renderName }} />;
  return list === null ? (
    <Rich text="visit.notOnList" values={{ name, plan, bdi: renderName }} />
  ) : (
    <Rich text="visit.sayOther" values={{ name, list: listed, plan, bdi: renderName }} />
  );
}

import { Alert } from "@mantine/core";
import type { Visit } from "../client/use-visit.ts";

/** Shows, on paper too, where the list and the plans differ: readers must not take either for both. */
export function VisitDifferences({ differences }: Pick<Visit, "differences">) {
  if (differences.length === 0) return null;
  return (
    <Alert color="yellow" variant="outline" role="note" title="The list and the plans differ">
      <p>Ask the family which one is right:</p>
      <ul>
        {differences.map((each) => (
          <li key={`${each.name} ${each.list} ${each.plan}`}>
            <bdi>{each.name}</bdi>: {formatDifference(each)}
          </li>
        ))}
      </ul>
    </Alert>
  );
}

function formatDifference({ list, plan }: Visit["differences"][number]): string {
  if (list === null) return `planned (${plan}), and not on the list`;
  const listed = list || "no dose";
  return plan === null
    ? `on the list (${listed}), and not planned`
    : `the list says ${listed}, the plan says ${plan}`;
}

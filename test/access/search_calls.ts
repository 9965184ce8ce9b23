import { secretsIn } from "./answers.ts";
import type { FunctionSweep } from "./calls.ts";

type Groups = {
  kind: string;
  count: number;
  hits: { title: { text: string }[]; snippet: { text: string }[] }[];
}[];

/**
 * Searches for what all secrets of the world begin with: the result is, by kind, the letters of the secrets that it
 * shows and how many there are; "N" stands for a person's name that matches.
 */
export const SEARCH_CALLS: Record<string, FunctionSweep> = {
  "search.searchEverything": {
    cases: {
      "all notebooks": () => ({ text: "canary" }),
      "the notebook": ({ diaryId }) => ({ text: "canary", diaryId }),
      tasks: () => ({ text: "hair", kind: "task" }),
      people: () => ({ text: "olga", kind: "person" }),
    },
    summarize: (groups: Groups) =>
      groups.length === 0
        ? "none"
        : groups
            .map(({ kind, count, hits }) => {
              const shown = hits.map(({ title, snippet }) =>
                [...title, ...snippet].map(({ text }) => text).join(""),
              );
              return `${kind[0]}${count}${secretsIn(shown).join("")}`;
            })
            .join("/"),
  },
};

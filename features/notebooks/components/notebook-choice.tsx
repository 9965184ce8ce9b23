import { Checkbox, Radio } from "@mantine/core";
import { useState } from "react";
import { api } from "../../../lib/api.ts";
import { Choices } from "../../../ui/choices.tsx";
import { useLiveQuery } from "../../../ui/use-live-query.ts";

type NotebookChoiceProps = {
  /** Null for all. */
  chosen: readonly string[] | null;
  error?: string | undefined;
  onChange: (chosen: string[] | null) => void;
};

/** Fields: all notebooks of the person, or only some. */
export function NotebookChoice({ chosen, error, onChange }: NotebookChoiceProps) {
  const notebooks = useLiveQuery(api.diaries.listMyDiaries, {});
  // What was ticked is still ticked after a look at the other choice.
  const [ticked, setTicked] = useState<string[]>([...(chosen ?? [])]);
  return (
    <>
      <Radio.Group
        label="Notebooks"
        value={chosen === null ? "all" : "some"}
        onChange={(value) => onChange(value === "all" ? null : ticked)}
      >
        <Choices>
          <Radio value="all" label="All, also later ones" />
          <Radio value="some" label="Only some notebooks" />
        </Choices>
      </Radio.Group>
      {chosen !== null && (
        <Checkbox.Group
          label="Which notebooks"
          value={ticked}
          onChange={(ids) => {
            setTicked(ids);
            onChange(ids);
          }}
          error={error}
        >
          <Choices>
            {notebooks?.map(({ _id, name }) => (
              <Checkbox key={_id} value={_id} label={name || "Unknown Notebook"} />
            ))}
          </Choices>
        </Checkbox.Group>
      )}
    </>
  );
}

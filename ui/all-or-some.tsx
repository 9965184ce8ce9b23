import { Checkbox, Radio } from "@mantine/core";
import { useState } from "react";
import { Choices } from "./choices.tsx";

type AllOrSomeProps<Value extends string> = {
  label: string;
  /** The labels of the two radio buttons. */
  all: string;
  some: string;
  /** The label of the checkboxes, which are there for "some". */
  which: string;
  options: readonly { value: Value; label: string }[];
  /** Null for all. */
  chosen: readonly Value[] | null;
  error?: string | undefined;
  onChange: (chosen: Value[] | null) => void;
};

/** Fields: everything, or only some of it. */
export function AllOrSome<Value extends string>({
  label,
  all,
  some,
  which,
  options,
  chosen,
  error,
  onChange,
}: AllOrSomeProps<Value>) {
  // A choice survives a switch to "all" and back.
  const [ticked, setTicked] = useState<Value[]>([...(chosen ?? [])]);
  return (
    <>
      <Radio.Group
        label={label}
        value={chosen === null ? "all" : "some"}
        onChange={(value) => onChange(value === "all" ? null : ticked)}
      >
        <Choices>
          <Radio value="all" label={all} />
          <Radio value="some" label={some} />
        </Choices>
      </Radio.Group>
      {chosen !== null && (
        <Checkbox.Group
          label={which}
          value={ticked}
          onChange={(values) => {
            setTicked(values as Value[]);
            onChange(values as Value[]);
          }}
          error={error}
        >
          <Choices>
            {options.map((option) => (
              <Checkbox key={option.value} value={option.value} label={option.label} />
            ))}
          </Choices>
        </Checkbox.Group>
      )}
    </>
  );
}

import { TextInput } from "@mantine/core";
import type { HTMLInputTypeAttribute, ReactNode } from "react";
import { writeIssue } from "../../../lib/words/message.ts";
import { GrowingTextarea } from "../../../ui/growing-textarea.tsx";
import type { NotebookErrors } from "../client/notebook-errors.ts";
import { getFieldLabel } from "../client/notebook-facts.ts";
import type { NotebookValues } from "../client/notebook-values.ts";

/** The props of each tab of the form. */
export type FieldsProps = {
  values: NotebookValues;
  errors: NotebookErrors;
  set: (change: Partial<NotebookValues>) => void;
  /** Extra content next to the time zone. */
  timeZoneNote?: ReactNode;
};

type TextName = {
  [Name in keyof NotebookValues]: NotebookValues[Name] extends string ? Name : never;
}[Exclude<keyof NotebookValues, "photo" | "emergencyContacts">];

type TextFieldProps = FieldsProps & {
  name: TextName;
  hint?: string;
  placeholder?: string;
  /** The maximum length in characters. */
  most?: number;
  /** `tel` shows a phone's numeric keyboard. */
  type?: Extract<HTMLInputTypeAttribute, "text" | "tel" | "date">;
  required?: boolean;
  /** Converts the input to capital letters. */
  capitals?: boolean;
  /** Several lines; grows with its content. */
  lines?: number;
  className?: string;
};

/**
 * A text field of the notebook form. Autofill is off: browsers would offer the writer's own name and phone number for
 * another person.
 */
export function TextField(props: TextFieldProps) {
  const { values, errors, set, name, hint, placeholder, most, type = "text" } = props;
  const { required, capitals, lines, className } = props;
  const error = errors[name];
  const common = {
    label: getFieldLabel(name),
    description: hint,
    placeholder,
    maxLength: most,
    withAsterisk: required,
    "aria-required": required,
    autoComplete: "off",
    value: values[name],
    error: error && writeIssue(error),
    className,
  };
  if (lines) {
    return (
      <GrowingTextarea
        {...common}
        minRows={lines}
        maxRows={20}
        onChange={({ currentTarget }) => set({ [name]: currentTarget.value })}
      />
    );
  }
  return (
    <TextInput
      {...common}
      type={type}
      inputMode={type === "tel" ? "tel" : undefined}
      onChange={({ currentTarget }) => {
        if (capitals) capitalise(currentTarget);
        set({ [name]: currentTarget.value });
      }}
    />
  );
}

/** Changed in the input itself: a value set from outside would move the caret to the end. */
function capitalise(field: HTMLInputElement): void {
  const caret = field.selectionStart;
  field.value = field.value.toUpperCase();
  field.setSelectionRange(caret, caret);
}

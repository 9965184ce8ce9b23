import { PasswordInput } from "@mantine/core";

type PasswordFieldProps = { value: string; error: string | undefined; onChange: (value: string) => void };

/** The password, which a secret that leaves the page is asked for. */
export const PasswordField = ({ value, error, onChange }: PasswordFieldProps) => (
  <PasswordInput
    label="Your password"
    autoComplete="current-password"
    value={value}
    onChange={(event) => onChange(event.currentTarget.value)}
    error={error}
  />
);

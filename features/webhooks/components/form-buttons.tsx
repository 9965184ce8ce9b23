import { Button, Group } from "@mantine/core";
import { Problem } from "../../../ui/text.tsx";
import type { useTrouble } from "../client/use-trouble.ts";

type FormButtonsProps = {
  trouble: ReturnType<typeof useTrouble>;
  label: string;
  /** Whether sending comes next, when the form opens. */
  isFirst?: boolean;
  onClose: () => void;
};

/** The end of a form: what failed without being about a field, and the buttons. */
export const FormButtons = ({
  trouble: { isBusy, errorOf },
  label,
  isFirst = false,
  onClose,
}: FormButtonsProps) => (
  <>
    {errorOf("form") && <Problem>{errorOf("form")}</Problem>}
    <Group justify="flex-end">
      <Button variant="default" onClick={onClose} disabled={isBusy}>
        Cancel
      </Button>
      <Button type="submit" loading={isBusy} data-autofocus={isFirst || undefined}>
        {label}
      </Button>
    </Group>
  </>
);

import type { FormEvent, ReactNode, Ref } from "react";
import { Fields } from "./fields.tsx";
import { FormEnd, type FormEndProps } from "./form-end.tsx";
import { Modal } from "./modal.tsx";
import type { ModalProps } from "./modal-frame.tsx";

type FormDialogProps = Omit<FormEndProps, "onCancel"> &
  Pick<ModalProps, "title" | "size" | "onClose"> & {
    opened?: boolean;
    ref?: Ref<HTMLFormElement>;
    onSubmit: (event: FormEvent<HTMLFormElement>) => unknown;
    /** What "Cancel" does where that isn't only to close. */
    onCancel?: () => void;
    /** The fields. */
    children: ReactNode;
  };

/** A dialog with a form. While it is sent, it can't be closed. */
export function FormDialog(props: FormDialogProps) {
  const { opened = true, title, size, onClose, ref, onSubmit, onCancel = onClose, children, ...end } = props;
  return (
    <Modal opened={opened} onClose={onClose} title={title} size={size} closable={!end.isBusy}>
      <Fields
        as="form"
        ref={ref}
        onSubmit={(event: FormEvent<HTMLFormElement>) => {
          event.preventDefault();
          onSubmit(event);
        }}
        noValidate
      >
        {children}
        <FormEnd {...end} onCancel={onCancel} />
      </Fields>
    </Modal>
  );
}

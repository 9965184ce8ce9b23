import { ActionIcon, Button, TextInput } from "@mantine/core";
import { IconPlus, IconTrash } from "@tabler/icons-react";
import { useRef } from "react";
import { t } from "../../../lib/words/t.ts";
import { getFieldLabel } from "../client/notebook-facts.ts";
import type { Contact } from "../client/notebook-values.ts";
import { MAX_CONTACTS, PERSON_LENGTHS } from "../rules.ts";
import styles from "./fields.module.css";

type ContactsFieldProps = { contacts: Contact[]; onChange: (contacts: Contact[]) => void };

/** Emergency contacts in the order of calling them. */
export function ContactsField({ contacts, onChange }: ContactsFieldProps) {
  const list = useRef<HTMLFieldSetElement>(null);
  const add = useRef<HTMLButtonElement>(null);
  const change = (index: number, part: Partial<Contact>) =>
    onChange(contacts.map((contact, at) => (at === index ? { ...contact, ...part } : contact)));

  function addOne() {
    onChange([...contacts, { name: "", phone: "" }]);
    // After the new row is rendered.
    setTimeout(() => {
      const rows = list.current?.querySelectorAll("[data-contact]");
      rows
        ?.item(rows.length - 1)
        .querySelector("input")
        ?.focus();
    });
  }

  function remove(index: number) {
    onChange(contacts.filter((_, at) => at !== index));
    add.current?.focus();
  }

  return (
    <fieldset ref={list} className={styles.group}>
      <legend className={styles.legend}>{getFieldLabel("emergencyContacts")}</legend>
      <p className={styles.hint}>{t("notebookform.contactsHint")}</p>
      {contacts.map((contact, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a contact has nothing else that stays the same
        <div key={index} data-contact className={styles.contact}>
          <div className={styles.pair}>
            <TextInput
              label={t("notebookform.contactName", { number: index + 1 })}
              autoComplete="off"
              maxLength={PERSON_LENGTHS.name}
              value={contact.name}
              onChange={({ currentTarget }) => change(index, { name: currentTarget.value })}
            />
            <TextInput
              label={t("notebookform.contactPhone", { number: index + 1 })}
              type="tel"
              inputMode="tel"
              autoComplete="off"
              maxLength={PERSON_LENGTHS.phone}
              value={contact.phone}
              onChange={({ currentTarget }) => change(index, { phone: currentTarget.value })}
            />
          </div>
          <ActionIcon
            color="red"
            onClick={() => remove(index)}
            aria-label={t("notebookform.removeContact", { number: index + 1 })}
          >
            <IconTrash aria-hidden="true" />
          </ActionIcon>
        </div>
      ))}
      <div>
        <Button
          ref={add}
          variant="default"
          disabled={contacts.length >= MAX_CONTACTS}
          leftSection={<IconPlus size={20} aria-hidden="true" />}
          onClick={addOne}
        >
          {t("notebookform.addContact")}
        </Button>
      </div>
    </fieldset>
  );
}

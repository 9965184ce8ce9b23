import { Button, Group, Pill, TextInput } from "@mantine/core";
import type { KeyboardEvent } from "react";
import { t } from "../../../lib/words/t.ts";
import { withTag } from "../client/note-values.ts";
import { NOTE_TAG_LENGTH } from "../rules.ts";
import styles from "./tags-field.module.css";

type Tags = { tags: string[]; typedTag: string };

type TagsFieldProps = Tags & { onChange: (change: Partial<Tags>) => void };

/** A note's tags: typed, added with the button or Enter, each removable. */
export function TagsField({ tags, typedTag, onChange }: TagsFieldProps) {
  const add = () => onChange({ tags: withTag(tags, typedTag), typedTag: "" });

  function addOnEnter(event: KeyboardEvent) {
    if (event.key !== "Enter") return;
    // Enter would submit the form.
    event.preventDefault();
    add();
  }

  return (
    <div>
      <Group align="end" gap="sm">
        <TextInput
          label={t("notewords.tags")}
          className={styles.input}
          maxLength={NOTE_TAG_LENGTH}
          value={typedTag}
          onChange={(event) => onChange({ typedTag: event.currentTarget.value })}
          onKeyDown={addOnEnter}
        />
        <Button variant="default" onClick={add}>
          {t("noteform.addTag")}
        </Button>
      </Group>
      {tags.length > 0 && (
        <ul className={styles.tags} aria-label={t("noteform.addedTags")}>
          {tags.map((tag) => (
            <li key={tag}>
              <Pill
                size="lg"
                withRemoveButton
                onRemove={() => onChange({ tags: tags.filter((other) => other !== tag) })}
                removeButtonProps={{
                  "aria-label": t("noteform.removeTag", { tag }),
                  "aria-hidden": false,
                  tabIndex: 0,
                }}
              >
                {tag}
              </Pill>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

import { NativeSelect, TextInput } from "@mantine/core";
import { api } from "../../../lib/api.ts";
import { isFullId } from "../../../lib/ids.ts";
import { t } from "../../../lib/words/t.ts";
import { useLiveQuery } from "../../../ui/use-live-query.ts";
import { filterOfSearch, type ListFilter } from "../client/note-filter.ts";
import { getTypeName } from "../client/type-words.ts";
import { noteIcon } from "../rules.ts";
import styles from "./note-filters.module.css";

type FilterSelectsProps = {
  diaryId: string;
  filter: ListFilter;
  onFilter: (filter: ListFilter) => void;
};

/** Fields for type, tag, author and day; the options are loaded when they are first shown. */
export function FilterSelects({ diaryId, filter, onFilter }: FilterSelectsProps) {
  const types = useLiveQuery(api.noteTypes.listActiveNoteTypes, {});
  const tags = useLiveQuery(api.notes.listNoteTags, { diaryId });
  const members = useLiveQuery(api.members.listMembers, { diaryId });
  const choices = [
    {
      name: "type",
      label: t("notes.type"),
      all: t("notes.allTypes"),
      data: types?.map(({ typeId, name, icon }) => ({
        value: typeId,
        label: `${noteIcon(icon)} ${getTypeName(typeId, name)}`,
      })),
    },
    {
      name: "tag",
      label: t("notes.tag"),
      all: t("notes.allTags"),
      data: tags?.map(({ tag, count }) => ({ value: tag, label: `${tag} (${count})` })),
    },
    {
      name: "by",
      label: t("notes.author"),
      all: t("notes.allAuthors"),
      data: members?.map(({ userId, user }) => ({ value: userId, label: user.name || user.email })),
    },
  ] as const;
  return (
    <div className={styles.selects}>
      {choices.map(({ name, label, all, data = [] }) => {
        const value = filter[name] ?? "";
        return (
          <NativeSelect
            key={name}
            label={label}
            value={value}
            data={[{ value: "", label: all }, ...withChosen(data, value)]}
            onChange={(event) => onFilter(filterOfSearch({ ...filter, [name]: event.currentTarget.value }))}
          />
        );
      })}
      <TextInput
        type="date"
        label={t("notes.day")}
        value={filter.day ?? ""}
        onChange={(event) => onFilter(filterOfSearch({ ...filter, day: event.currentTarget.value }))}
      />
    </div>
  );
}

/** The options plus the selected one, which no note or member may have any more. */
function withChosen(data: readonly { value: string; label: string }[], value: string) {
  if (!value || data.some((choice) => choice.value === value)) return data;
  return [...data, { value, label: isFullId(value) ? t("notes.otherAuthor") : value }];
}

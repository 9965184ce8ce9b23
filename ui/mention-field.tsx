import { type KeyboardEvent, useEffect, useId, useLayoutEffect, useRef, useState } from "react";
import {
  getMentionQuery,
  insertMention,
  type MentionablePerson,
  type MentionQuery,
  suggestMentions,
} from "../lib/mentions.ts";
import { t } from "../lib/words/t.ts";
import { getLineBelow } from "./caret-line.ts";
import { GrowingTextarea } from "./growing-textarea.tsx";
import { InitialsAvatar } from "./initials-avatar.tsx";
import styles from "./mention-field.module.css";

/** A person with a hint to read before choosing them. */
export type OfferedPerson = MentionablePerson & { hint?: string };

type MentionFieldProps = {
  label: string;
  description?: string | undefined;
  value: string;
  onChange: (value: string) => void;
  /** The people who can be mentioned. */
  people: readonly OfferedPerson[];
  maxLength: number;
  minRows?: number;
  maxRows?: number;
  withAsterisk?: boolean;
  error?: string | undefined;
  /** Ctrl+Enter, or Cmd+Enter. */
  onSubmit?: () => void;
  /** Escape, unless it closes the suggestions. */
  onCancel?: () => void;
  onFocus?: (() => void) | undefined;
  autoFocus?: boolean;
};

/** A text field with mentions: "@" opens suggestions, which are chosen with arrows and Enter, by click or by touch. */
export function MentionField(props: MentionFieldProps) {
  const { value, onChange, people, onSubmit, onCancel, minRows = 2, maxRows = 12, ...field } = props;
  const input = useRef<HTMLTextAreaElement>(null);
  const whole = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const listId = useId();
  const [query, setQuery] = useState<MentionQuery | null>(null);
  const [active, setActive] = useState(0);
  /** The position of the "@" whose suggestions were closed with Escape. */
  const [closedAt, setClosedAt] = useState<number | null>(null);
  const caretAfter = useRef<number | null>(null);
  /** Where the suggestions begin, in px from the top of the field; null where nothing is laid out. */
  const [top, setTop] = useState<number | null>(null);

  const offered = query && query.at !== closedAt ? suggestMentions(people, query.typed) : [];
  const isOpen = offered.length > 0;
  const current = Math.min(active, offered.length - 1);

  useLayoutEffect(() => {
    if (caretAfter.current === null) return;
    input.current?.setSelectionRange(caretAfter.current, caretAfter.current);
    caretAfter.current = null;
  });

  useEffect(() => {
    if (isOpen) list.current?.scrollIntoView({ block: "nearest" });
  }, [isOpen]);

  function updateQuery() {
    const { value: text, selectionStart, selectionEnd } = input.current!;
    const next = selectionStart === selectionEnd ? getMentionQuery(text, selectionStart) : null;
    if (next?.at !== query?.at || next?.typed !== query?.typed) setActive(0);
    if (next && next.at !== query?.at) setTop(getLineBelow(input.current!, next.at, whole.current!));
    setQuery(next);
    if (next?.at !== closedAt) setClosedAt(null);
  }

  function choose(person: MentionablePerson) {
    const { text, caret } = insertMention(value, query!, person.name);
    caretAfter.current = caret;
    setQuery(null);
    onChange(text);
    input.current?.focus();
  }

  function onKeyDown(event: KeyboardEvent) {
    // During input method composition the keys belong to the input method.
    if (event.nativeEvent.isComposing) return;
    if (onSubmit && event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      onSubmit();
    } else if (isOpen && (event.key === "ArrowDown" || event.key === "ArrowUp")) {
      event.preventDefault();
      const step = event.key === "ArrowDown" ? 1 : -1;
      setActive((current + step + offered.length) % offered.length);
    } else if (isOpen && (event.key === "Enter" || event.key === "Tab") && !event.shiftKey) {
      event.preventDefault();
      choose(offered[current]!);
    } else if (event.key === "Escape" && (isOpen || onCancel)) {
      event.preventDefault();
      // Escape must not also close a surrounding dialog.
      event.stopPropagation();
      if (isOpen) setClosedAt(query!.at);
      else onCancel?.();
    }
  }

  return (
    <div ref={whole} className={styles.field}>
      <GrowingTextarea
        ref={input}
        {...field}
        minRows={minRows}
        maxRows={maxRows}
        value={value}
        onChange={(event) => {
          onChange(event.currentTarget.value);
          // Dictated and pasted text isn't followed by an event of the selection in every browser.
          updateQuery();
        }}
        onKeyDown={onKeyDown}
        onSelect={updateQuery}
        onBlur={() => setQuery(null)}
        aria-autocomplete="list"
        aria-haspopup="listbox"
        aria-controls={isOpen ? listId : undefined}
        aria-activedescendant={isOpen ? `${listId}-${current}` : undefined}
      />
      <p className="visually-hidden" role="status">
        {isOpen && t("mentions.offered", { count: offered.length })}
      </p>
      {isOpen && (
        <div
          ref={list}
          className={styles.names}
          style={top === null ? undefined : { top }}
          id={listId}
          role="listbox"
          aria-label={t("mentions.people")}
        >
          {offered.map((person, i) => (
            // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the text; see aria-activedescendant
            // biome-ignore lint/a11y/useKeyWithClickEvents: the text field handles the keys
            <div
              key={person.userId}
              id={`${listId}-${i}`}
              role="option"
              aria-selected={i === current}
              className={i === current ? `${styles.name} ${styles.active}` : styles.name}
              // Keeps the focus in the text, and with it a phone's keyboard open.
              onPointerDown={(event) => event.preventDefault()}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => choose(person)}
            >
              <InitialsAvatar name={person.name} size={32} />
              <span>
                {person.name}
                {person.hint && <span className={styles.hint}> {person.hint}</span>}
              </span>
            </div>
          ))}
        </div>
      )}
    </div>
  );
}

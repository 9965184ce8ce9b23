import { TextInput } from "@mantine/core";
import { IconCheck, IconSearch } from "@tabler/icons-react";
import { Link, useNavigate, useParams } from "@tanstack/react-router";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { isOwn } from "../../features/notebooks/client/own-notebooks.ts";
import { getRoleName } from "../../features/notebooks/rules/roles.ts";
import { api, type NotebookSummary } from "../../lib/api.ts";
import { getShownId } from "../../lib/shown-id.ts";
import { t } from "../../lib/words/t.ts";
import { Loading } from "../../ui/loading.tsx";
import { PhotoAvatar } from "../../ui/photo-avatar.tsx";
import { useQuarterHour } from "../../ui/use-quarter-hour.ts";
import { useSteadyQuery } from "../../ui/use-steady-query.ts";
import styles from "./notebook-switcher.module.css";

/** Lists longer than this have a search field. */
const SEARCH_ABOVE = 8;
/** For so long the list waits for the due doses; without a connection they don't come. */
const DUE_WAIT_MS = 800;

type SwitcherListProps = { notebooks: NotebookSummary[]; onChosen: () => void };

/** The notebooks to choose from, those with a due dose first: by pointer, by arrow keys, or by typing a part of a name and Enter. */
export function SwitcherList({ notebooks: listed, onChosen }: SwitcherListProps) {
  const held = useHeldOrder(listed);
  const current = useParams({ strict: false }).diaryId;
  const navigate = useNavigate();
  const [query, setQuery] = useState("");
  const frame = useRef<HTMLDivElement>(null);
  if (!held) return <Loading label={t("switcher.loading")} />;
  const { notebooks, withDue } = held;
  const hasSearch = notebooks.length > SEARCH_ABOVE;
  const found = hasSearch ? notebooks.filter((notebook) => matches(notebook, query)) : notebooks;

  function moveFocus(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step || !frame.current) return;
    event.preventDefault();
    const stops = [...frame.current.querySelectorAll<HTMLElement>("input, a")];
    const next = stops.indexOf(document.activeElement as HTMLElement) + step;
    stops[Math.max(0, Math.min(next, stops.length - 1))]?.focus();
  }

  function openFirst(event: KeyboardEvent) {
    const first = found[0];
    if (event.key !== "Enter" || !first) return;
    onChosen();
    void navigate({ to: "/care/$diaryId", params: { diaryId: getShownId(first) } });
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys only move between its links
    <div ref={frame} onKeyDown={moveFocus}>
      {hasSearch && (
        <TextInput
          className={styles.search}
          type="search"
          label={t("switcher.find")}
          leftSection={<IconSearch size={20} aria-hidden="true" />}
          value={query}
          onChange={(event) => setQuery(event.currentTarget.value)}
          onKeyDown={openFirst}
          data-autofocus
        />
      )}
      {found.length === 0 && <p className={styles.none}>{t("switcher.none")}</p>}
      <ul className={styles.list}>
        {found.map((notebook, index) => {
          const id = getShownId(notebook);
          const isCurrent = current === id || current === notebook._id;
          const subject = notebook.details.fullName || t("shared.unknownSubject");
          return (
            <li key={notebook._id}>
              <Link
                to="/care/$diaryId"
                params={{ diaryId: id }}
                className={styles.row}
                activeProps={{}}
                data-autofocus={!hasSearch && (isCurrent || (!current && index === 0)) ? true : undefined}
                onClick={onChosen}
              >
                <PhotoAvatar name={subject} avatarUrl={notebook.avatarUrl} size={44} />
                <span className={styles.words}>
                  <span className={styles.subject}>{subject}</span>
                  <span className={styles.name}>
                    {notebook.name}
                    {isShared(notebook) && ` · ${getRoleName(notebook.userRole)}`}
                  </span>
                  {withDue.has(notebook._id) && <span className={styles.due}>{t("switcher.doseDue")}</span>}
                </span>
                {isCurrent && (
                  <span className={styles.current}>
                    <IconCheck size={20} aria-hidden="true" /> {t("switcher.openNow")}
                  </span>
                )}
              </Link>
            </li>
          );
        })}
      </ul>
    </div>
  );
}

/**
 * The notebooks as they were ordered when the list appeared, due ones first; undefined while it waits for the
 * doses. What comes later must not move a person away from a finger.
 */
function useHeldOrder(listed: readonly NotebookSummary[]) {
  const due = useSteadyQuery(api.doses.listDue, { at: useQuarterHour() }, "home");
  const [hasWaited, setHasWaited] = useState(false);
  const [held, setHeld] = useState<{ order: string[]; withDue: ReadonlySet<string> } | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => setHasWaited(true), DUE_WAIT_MS);
    return () => clearTimeout(timer);
  }, []);
  if (!held && (due || hasWaited)) {
    const withDue = new Set(due?.map(({ diaryId }) => diaryId));
    const order = listed
      .map(({ _id }) => _id)
      .sort((a, b) => Number(withDue.has(b)) - Number(withDue.has(a)));
    setHeld({ order, withDue });
  }
  if (!held) return undefined;
  const getPlace = ({ _id }: NotebookSummary) =>
    held.order.includes(_id) ? held.order.indexOf(_id) : held.order.length;
  return { notebooks: listed.toSorted((a, b) => getPlace(a) - getPlace(b)), withDue: held.withDue };
}

/** Whether it is another user's notebook, which the list marks. */
const isShared = (notebook: NotebookSummary) => !isOwn(notebook);

/** Whether the typed text is part of the name of the notebook or of its subject. */
function matches({ name, details }: NotebookSummary, query: string): boolean {
  const text = query.trim().toLocaleLowerCase();
  return [name, details.fullName].some((each) => each?.toLocaleLowerCase().includes(text));
}

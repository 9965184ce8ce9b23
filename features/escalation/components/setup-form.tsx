import { ActionIcon, Alert, Button, Checkbox, NativeSelect } from "@mantine/core";
import { IconArrowDown, IconArrowUp, IconTrash } from "@tabler/icons-react";
import { type FormEvent, useRef, useState } from "react";
import type { Notebook } from "../../../lib/api.ts";
import { getErrorMessage } from "../../../lib/error-message.ts";
import { writeMessage } from "../../../lib/words/message.ts";
import { t } from "../../../lib/words/t.ts";
import { Actions } from "../../../ui/actions.tsx";
import { Fields } from "../../../ui/fields.tsx";
import { List } from "../../../ui/list.tsx";
import { Problem, Soft } from "../../../ui/text.tsx";
import { type Escalation, type EscalationPlan, useEscalationWrites } from "../client/use-escalation.ts";
import { formatMinutes } from "../rules/preview.ts";
import {
  addPerson,
  checkSetup,
  type EscalationSetup,
  FIRST_SETUP,
  MAX_AGAIN,
  MAX_PEOPLE,
  movePerson,
  removePerson,
} from "../rules.ts";
import styles from "./escalation.module.css";
import { Preview } from "./preview.tsx";

const WAITS = [5, 10, 15, 20, 30, 45, 60, 90, 120, 180, 240];
const EVERY = [5, 10, 15, 20, 30, 45, 60];

const listChoices = (all: readonly number[], chosen: number, words: (minutes: number) => string) =>
  [...new Set([...all, chosen])]
    .sort((a, b) => a - b)
    .map((minutes) => ({ value: String(minutes), label: words(minutes) }));

type SetupFormProps = {
  notebook: Notebook;
  plan: EscalationPlan;
  people: Escalation["people"];
  onClose: () => void;
};

/** Edits the escalation setup: members in their order, and the wait before each. */
export function SetupForm({ notebook, plan, people, onClose }: SetupFormProps) {
  const writes = useEscalationWrites(notebook);
  const [setup, setSetup] = useState<EscalationSetup>(() => getInitialSetup(plan));
  const [atNight, setAtNight] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const [isSaving, setIsSaving] = useState(false);
  const [announcement, setAnnouncement] = useState("");
  const rows = useRef<HTMLOListElement>(null);
  const names = new Map(people.map(({ userId, name }) => [userId, name || t("escalation.noName")]));
  const getName = (userId: string) => names.get(userId) ?? t("escalation.notHere");
  /** The wait from the person before, or from the time when it was due. */
  const formatWait = (minutes: number, before: { userId: string } | undefined) => {
    const time = formatMinutes(minutes);
    return before
      ? t("escalation.afterPerson", { time, name: getName(before.userId) })
      : t("escalation.afterDue", { time });
  };
  const problem = checkSetup(setup)?.message ?? null;
  const others = people.filter(({ userId }) => setup.people.every((person) => person.userId !== userId));

  function change(next: EscalationSetup) {
    setSetup(next);
    setAtNight(false);
    setFailure(null);
  }

  function move(place: number, by: -1 | 1) {
    const name = getName(setup.people[place]!.userId);
    change(movePerson(setup, place, by));
    setAnnouncement(t("escalation.placeNow", { name, place: place + by + 1 }));
    // The person keeps the focus on the way: on the same button, or on the other one at an end.
    requestAnimationFrame(() => {
      const buttons = rows.current?.children[place + by]?.querySelectorAll<HTMLButtonElement>("[data-move]");
      const [up, down] = [buttons?.[0], buttons?.[1]];
      const wanted = by === -1 ? up : down;
      (wanted?.disabled ? (by === -1 ? down : up) : wanted)?.focus();
    });
  }

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (problem) return setFailure(writeMessage(problem));
    setIsSaving(true);
    setFailure(null);
    try {
      if (!atNight && (await writes.isAtNight(plan.kind, setup))) {
        setAtNight(true);
        return setIsSaving(false);
      }
      await writes.set(plan.kind, plan.version, setup);
      onClose();
    } catch (error) {
      console.error("escalation.setEscalation failed", error);
      setFailure(getErrorMessage(error, t("escalation.notSaved")));
      setIsSaving(false);
    }
  }

  return (
    <Fields as="form" onSubmit={submit} noValidate>
      <div className={styles.again}>
        <NativeSelect
          label={t("escalation.again")}
          value={String(setup.again.times)}
          onChange={(event) =>
            change({ ...setup, again: { ...setup.again, times: Number(event.currentTarget.value) } })
          }
          data={Array.from({ length: MAX_AGAIN + 1 }, (_, times) => ({
            value: String(times),
            label: t("escalation.times", { times }),
          }))}
        />
        {setup.again.times > 0 && (
          <NativeSelect
            label={t("escalation.every")}
            value={String(setup.again.everyMinutes)}
            onChange={(event) =>
              change({ ...setup, again: { ...setup.again, everyMinutes: Number(event.currentTarget.value) } })
            }
            data={listChoices(EVERY, setup.again.everyMinutes, formatMinutes)}
          />
        )}
      </div>
      {setup.people.length > 0 && (
        <List as="ol" isRuled ref={rows} aria-label={t("escalation.order")}>
          {setup.people.map(({ userId, waitMinutes }, place) => (
            <li key={userId} className={styles.person}>
              <span className={styles.name} dir="auto">{`${place + 1}. ${getName(userId)}`}</span>
              <span className={styles.place}>
                <ActionIcon
                  data-move
                  variant="subtle"
                  size={44}
                  disabled={place === 0}
                  aria-label={t("escalation.earlier", { name: getName(userId) })}
                  onClick={() => move(place, -1)}
                >
                  <IconArrowUp aria-hidden="true" />
                </ActionIcon>
                <ActionIcon
                  data-move
                  variant="subtle"
                  size={44}
                  disabled={place === setup.people.length - 1}
                  aria-label={t("escalation.later", { name: getName(userId) })}
                  onClick={() => move(place, 1)}
                >
                  <IconArrowDown aria-hidden="true" />
                </ActionIcon>
                <ActionIcon
                  variant="subtle"
                  color="red"
                  size={44}
                  aria-label={t("escalation.takeOut", { name: getName(userId) })}
                  onClick={() => change(removePerson(setup, userId))}
                >
                  <IconTrash aria-hidden="true" />
                </ActionIcon>
              </span>
              <NativeSelect
                className={styles.wait}
                aria-label={t("escalation.howLong", { name: getName(userId) })}
                value={String(waitMinutes)}
                onChange={(event) => {
                  const wait = Number(event.currentTarget.value);
                  change({
                    ...setup,
                    people: setup.people.map((person, index) =>
                      index === place ? { ...person, waitMinutes: wait } : person,
                    ),
                  });
                }}
                data={listChoices(WAITS, waitMinutes, (minutes) =>
                  formatWait(minutes, setup.people[place - 1]),
                )}
              />
            </li>
          ))}
        </List>
      )}
      {others.length > 0 && setup.people.length < MAX_PEOPLE && (
        <NativeSelect
          label={setup.people.length === 0 ? t("escalation.tellNext") : t("escalation.andThen")}
          value=""
          onChange={(event) => {
            const userId = event.currentTarget.value;
            if (userId !== "") change(addPerson(setup, userId));
          }}
          data={[
            { value: "", label: t("escalation.choose") },
            ...others.map(({ userId }) => ({ value: userId, label: getName(userId) })),
          ]}
        />
      )}
      <Checkbox
        label={t("escalation.leaders")}
        description={t("escalation.leadersHint")}
        checked={setup.leadersWaitMinutes !== null}
        onChange={(event) =>
          change({
            ...setup,
            leadersWaitMinutes: event.currentTarget.checked ? (setup.people.length === 0 ? 90 : 30) : null,
          })
        }
      />
      {setup.leadersWaitMinutes !== null && (
        <NativeSelect
          aria-label={t("escalation.howLongLeaders")}
          value={String(setup.leadersWaitMinutes)}
          onChange={(event) => change({ ...setup, leadersWaitMinutes: Number(event.currentTarget.value) })}
          data={listChoices(WAITS, setup.leadersWaitMinutes, (minutes) =>
            formatWait(minutes, setup.people.at(-1)),
          )}
        />
      )}
      <Preview kind={plan.kind} setup={setup} nameOf={getName} />
      <Soft>{t("escalation.whatStops")}</Soft>
      <p className="visually-hidden" role="status">
        {announcement}
      </p>
      {atNight && (
        <Alert color="yellow" variant="outline" role="alert" title={t("escalation.atNight")}>
          {t("escalation.atNightText")}
        </Alert>
      )}
      {failure && <Problem>{failure}</Problem>}
      <Actions>
        <Button type="submit" loading={isSaving}>
          {atNight ? t("escalation.saveAnyway") : t("escalation.save")}
        </Button>
        <Button variant="default" disabled={isSaving} onClick={onClose}>
          {t("escalation.cancel")}
        </Button>
      </Actions>
    </Fields>
  );
}

/** Returns the form's initial values: the setup without names, or the first proposal. */
function getInitialSetup({ setup }: EscalationPlan): EscalationSetup {
  if (!setup) return FIRST_SETUP;
  const { again, people, leadersWaitMinutes } = setup;
  return {
    again,
    people: people.map(({ userId, waitMinutes }) => ({ userId, waitMinutes })),
    leadersWaitMinutes,
  };
}

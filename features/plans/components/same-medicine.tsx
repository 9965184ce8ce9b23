import { Button, NativeSelect } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useMutation } from "convex/react";
import { useState } from "react";
import { api, type Notebook } from "../../../lib/api.ts";
import { getErrorMessage } from "../../../lib/error-message.ts";
import { getShownId } from "../../../lib/shown-id.ts";
import { Actions } from "../../../ui/actions.tsx";
import { FormDialog } from "../../../ui/form-dialog.tsx";
import { List } from "../../../ui/list.tsx";
import { notifyFailure } from "../../../ui/notify.ts";
import { Section } from "../../../ui/section.tsx";
import { Soft } from "../../../ui/text.tsx";
import { type usePlan, usePlans } from "../client/use-plans.ts";
import styles from "./same-medicine.module.css";

type Found = NonNullable<ReturnType<typeof usePlan>>;
type SameMedicineProps = { notebook: Notebook; found: Found; mayEdit: boolean };

const formatName = ({ name, strength }: { name: string; strength: string }) =>
  [name, strength].filter(Boolean).join(", ");

/** Saves whether two plans count together. */
function useCountTogether(planId: string) {
  const count = useMutation(api.plans.countTogether);
  return async (otherPlanId: string, isTogether: boolean): Promise<boolean> => {
    try {
      await count({ planId, otherPlanId, isTogether });
      return true;
    } catch (error) {
      notifyFailure(getErrorMessage(error, "It could not be saved. Please try again."));
      return false;
    }
  };
}

/** The other plans of the same medicine, by their names and ties. */
export function SameMedicine({ notebook, found, mayEdit }: SameMedicineProps) {
  const { plan, alike } = found;
  const [isChoosing, setIsChoosing] = useState(false);
  const save = useCountTogether(plan._id);
  if (alike.length === 0 && !mayEdit) return null;
  return (
    <Section title="Counts together with" isApart>
      <Soft>
        {alike.length === 0
          ? "No other plan. Add one that is the same medicine under another name."
          : "Doses and limits of the same medicine count together. Whoever gives one sees when the other was given."}
      </Soft>
      {alike.length > 0 && (
        <List isRuled gap="none">
          {alike.map((other) => (
            <li key={other.planId} className={styles.row}>
              <span>
                <Link
                  to="/care/$diaryId/plans/$planId"
                  params={{ diaryId: getShownId(notebook), planId: other.planId }}
                >
                  <bdi>{formatName(other)}</bdi>
                </Link>
                {!other.isTogether && ": doesn’t count together"}
              </span>
              {mayEdit && (
                <Button variant="subtle" onClick={() => void save(other.planId, !other.isTogether)}>
                  {other.isTogether ? "Don’t count together" : "Count together"}
                  <span className="visually-hidden">: {formatName(other)}</span>
                </Button>
              )}
            </li>
          ))}
        </List>
      )}
      {mayEdit && (
        <Actions>
          <Button variant="default" aria-haspopup="dialog" onClick={() => setIsChoosing(true)}>
            Counts together with…
          </Button>
        </Actions>
      )}
      {isChoosing && (
        <ChooseOther
          notebook={notebook}
          found={found}
          onChoose={async (otherId) => {
            if (await save(otherId, true)) setIsChoosing(false);
          }}
          onClose={() => setIsChoosing(false)}
        />
      )}
    </Section>
  );
}

type ChooseOtherProps = {
  notebook: Notebook;
  found: Found;
  onChoose: (otherId: string) => Promise<void>;
  onClose: () => void;
};

function ChooseOther({ notebook, found: { plan, alike }, onChoose, onClose }: ChooseOtherProps) {
  const plans = usePlans(notebook._id);
  const [chosen, setChosen] = useState("");
  const [isSaving, setIsSaving] = useState(false);
  const others = (plans ?? []).filter(
    ({ _id, endedAt, isLost }) =>
      _id !== plan._id &&
      endedAt === null &&
      !isLost &&
      !alike.some(({ planId, isTogether }) => planId === _id && isTogether),
  );

  async function submit() {
    if (!chosen) return;
    setIsSaving(true);
    await onChoose(chosen);
    setIsSaving(false);
  }

  return (
    <FormDialog
      onClose={onClose}
      title={`${formatName(plan)} counts together with…`}
      submit="Count together"
      maySubmit={chosen !== ""}
      isBusy={isSaving}
      onSubmit={submit}
    >
      <p>Choose a plan of the same medicine, such as another brand or strength.</p>
      <NativeSelect
        label="Medicine"
        data-autofocus
        value={chosen}
        data={[
          { value: "", label: "Choose" },
          ...others.map((other) => ({ value: other._id, label: formatName(other) })),
        ]}
        onChange={({ currentTarget: { value } }) => setChosen(value)}
      />
    </FormDialog>
  );
}

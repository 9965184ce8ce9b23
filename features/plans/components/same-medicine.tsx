import { Button, NativeSelect } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useMutation } from "convex/react";
import { type ReactNode, useState } from "react";
import { api, type Notebook } from "../../../lib/api.ts";
import { getErrorMessage } from "../../../lib/error-message.ts";
import { getShownId } from "../../../lib/shown-id.ts";
import { t } from "../../../lib/words/t.ts";
import { Actions } from "../../../ui/actions.tsx";
import { FormDialog } from "../../../ui/form-dialog.tsx";
import { List } from "../../../ui/list.tsx";
import { notifyFailure } from "../../../ui/notify.ts";
import { Rich } from "../../../ui/rich.tsx";
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
      notifyFailure(getErrorMessage(error, t("plan.notSaved")));
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
  const renderLink = (planId: string, name: ReactNode) => (
    <Link to="/care/$diaryId/plans/$planId" params={{ diaryId: getShownId(notebook), planId }}>
      <bdi>{name}</bdi>
    </Link>
  );
  return (
    <Section title={t("plan.together")} isApart>
      <Soft>{alike.length === 0 ? t("plan.togetherNone") : t("plan.togetherText")}</Soft>
      {alike.length > 0 && (
        <List isRuled gap="none">
          {alike.map((other) => (
            <li key={other.planId} className={styles.row}>
              <span>
                {other.isTogether ? (
                  renderLink(other.planId, formatName(other))
                ) : (
                  <Rich
                    text="plan.countsApart"
                    values={{
                      name: formatName(other),
                      plan: (name) => renderLink(other.planId, name),
                    }}
                  />
                )}
              </span>
              {mayEdit && (
                <Button variant="subtle" onClick={() => void save(other.planId, !other.isTogether)}>
                  <Rich
                    text={other.isTogether ? "plan.countApart" : "plan.countTogetherWith"}
                    values={{ name: formatName(other) }}
                  />
                </Button>
              )}
            </li>
          ))}
        </List>
      )}
      {mayEdit && (
        <Actions>
          <Button variant="default" aria-haspopup="dialog" onClick={() => setIsChoosing(true)}>
            {t("plan.addTogether")}
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
      title={t("plan.addTogetherTitle", { name: formatName(plan) })}
      submit={t("plan.countTogether")}
      maySubmit={chosen !== ""}
      isBusy={isSaving}
      onSubmit={submit}
    >
      <p>{t("plan.chooseText")}</p>
      <NativeSelect
        label={t("plan.medicine")}
        data-autofocus
        value={chosen}
        data={[
          { value: "", label: t("plan.choose") },
          ...others.map((other) => ({ value: other._id, label: formatName(other) })),
        ]}
        onChange={({ currentTarget: { value } }) => setChosen(value)}
      />
    </FormDialog>
  );
}

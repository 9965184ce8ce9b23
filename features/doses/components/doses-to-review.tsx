import { Button } from "@mantine/core";
import type { Dose, DoubtfulDose } from "../../../lib/api.ts";
import { FORMER_MEMBER } from "../../../lib/product.ts";
import { Actions } from "../../../ui/actions.tsx";
import { List } from "../../../ui/list.tsx";
import { Section } from "../../../ui/section.tsx";
import type { DoseActions } from "../client/dose-actions.ts";
import {
  formatDoseAmount,
  formatGiver,
  formatMedicine,
  formatMoment,
  toUpperFirst,
} from "../client/dose-words.ts";
import { DOUBT_WORDS } from "../client/refusal-words.ts";
import styles from "./doses-to-review.module.css";

type DosesToReviewProps = { doubtful: readonly DoubtfulDose[]; actions: DoseActions; mayCorrectAll: boolean };

/** Extra doses and doses against a limit that no member has reviewed; first on the page. */
export function DosesToReview({ doubtful, actions, mayCorrectAll }: DosesToReviewProps) {
  if (doubtful.length === 0) return null;
  return (
    <Section
      title={doubtful.every(({ others }) => others.length > 0) ? "Given twice?" : "Please look at these"}
    >
      <List>
        {doubtful.map((each) => (
          <Doubt key={each.dose._id} doubtful={each} actions={actions} mayCorrectAll={mayCorrectAll} />
        ))}
      </List>
    </Section>
  );
}

/** Why a dose is listed here. */
function formatWhy({ dose, others }: Pick<DoubtfulDose, "dose" | "others">): string {
  const doubts = dose.doubts.map((doubt) => DOUBT_WORDS[doubt as keyof typeof DOUBT_WORDS] ?? doubt);
  if (dose.extraOf !== null) return "Two entries of one planned dose:";
  const isOther = others.length > 0;
  if (doubts.length > 0)
    return `${toUpperFirst(doubts.join(", "))}${isOther ? "; and it goes against other doses:" : ":"}`;
  return isOther
    ? "It was written although it goes against other doses:"
    : "It was written although it goes against a limit that you entered, or somebody was giving it:";
}

function Doubt({
  doubtful: { name, strength, doseUnit, dose, others, medicines },
  actions,
  mayCorrectAll,
}: {
  doubtful: DoubtfulDose;
  actions: DoseActions;
  mayCorrectAll: boolean;
}) {
  const { reading, writes } = actions;
  const mayWithdraw = ({ recordedById }: Dose) => mayCorrectAll || recordedById === reading.myId;
  const formatOther = (each: Dose) => {
    const giver = formatGiver(each, reading.myId);
    const writer = each.recordedById === reading.myId ? "you" : (each.recordedBy ?? FORMER_MEMBER);
    const other = medicines.find(({ planId }) => planId === each.planId && planId !== dose.planId);
    const given = `${formatDoseAmount(each.amount!, other ?? { doseUnit })}, ${formatMoment(each.givenAt!, reading)}, ${giver}`;
    const entry = other ? `${formatMedicine(other)}: ${given}` : given;
    return writer === giver ? entry : `${entry}; written by ${writer}`;
  };
  const medicine = formatMedicine({ name, strength });
  const both =
    others.length === 0 ? "It was given" : others.length === 1 ? "Both were given" : "All were given";
  return (
    <li className={styles.doubt}>
      <h3 className={styles.name} dir="auto">
        {medicine}
      </h3>
      <p className={styles.why}>{formatWhy({ dose, others })}</p>
      <ul className={styles.entries}>
        {[...others, dose].map((each) => (
          <li key={each._id}>
            <button type="button" onClick={() => actions.open({ name: "sheet", doseId: each._id })}>
              {formatOther(each)}
            </button>
            {actions.mayGive && others.length > 0 && mayWithdraw(each) && (
              <Button
                variant="default"
                onClick={() =>
                  void writes.withdraw(each, "same_dose", {
                    diaryId: actions.diaryId,
                    name: medicine,
                  })
                }
              >
                It was one: withdraw {each.recordedById === reading.myId ? "mine" : "this"}
                <span className="visually-hidden">
                  : {medicine}, {formatOther(each)}
                </span>
              </Button>
            )}
          </li>
        ))}
      </ul>
      {actions.mayGive && (
        <Actions>
          <Button onClick={() => void writes.review(dose._id, dose.revision)}>
            {both}
            <span className="visually-hidden">: {medicine}</span>
          </Button>
        </Actions>
      )}
    </li>
  );
}

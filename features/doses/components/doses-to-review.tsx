import { Button } from "@mantine/core";
import type { Dose, DoubtfulDose } from "../../../lib/api.ts";
import type { Key } from "../../../lib/words/keys.ts";
import { t } from "../../../lib/words/t.ts";
import { Actions } from "../../../ui/actions.tsx";
import { List } from "../../../ui/list.tsx";
import { Rich } from "../../../ui/rich.tsx";
import { Section } from "../../../ui/section.tsx";
import { joinParts } from "../../plans/rules/schedule-words.ts";
import type { DoseActions } from "../client/dose-actions.ts";
import { formatDose, formatMedicine, getGiver, getRecorder } from "../client/dose-words.ts";
import type { Doubt } from "../rules/doubts.ts";
import styles from "./doses-to-review.module.css";

/** By the number of other entries. */
const ALL_GIVEN: readonly Key[] = ["doses.oneWasGiven", "doses.bothWereGiven", "doses.allWereGiven"];

type DosesToReviewProps = { doubtful: readonly DoubtfulDose[]; actions: DoseActions; mayCorrectAll: boolean };

/** Extra doses and doses against a limit that no member has reviewed; first on the page. */
export function DosesToReview({ doubtful, actions, mayCorrectAll }: DosesToReviewProps) {
  if (doubtful.length === 0) return null;
  return (
    <Section
      title={t(doubtful.every(({ others }) => others.length > 0) ? "doses.reviewTwice" : "doses.review")}
    >
      <List>
        {doubtful.map((each) => (
          <DoubtfulRow key={each.dose._id} doubtful={each} actions={actions} mayCorrectAll={mayCorrectAll} />
        ))}
      </List>
    </Section>
  );
}

/** How a dose that was written differs from its plan: as the beginning of a sentence, and after another one. */
const DOUBTS: Record<string, { first: Key; also: Key }> = {
  notBegun: { first: "doses.doubtNotBegun", also: "doses.alsoNotBegun" },
  ended: { first: "doses.doubtEnded", also: "doses.alsoEnded" },
  paused: { first: "doses.doubtPaused", also: "doses.alsoPaused" },
  notDue: { first: "doses.doubtNotDue", also: "doses.alsoNotDue" },
  early: { first: "doses.doubtEarly", also: "doses.alsoEarly" },
  late: { first: "doses.doubtLate", also: "doses.alsoLate" },
  farAmount: { first: "doses.doubtAmount", also: "doses.alsoAmount" },
} satisfies Record<Doubt, { first: Key; also: Key }>;

/** Why a dose is listed here. */
function formatWhy({ dose, others }: Pick<DoubtfulDose, "dose" | "others">): string {
  if (dose.extraOf !== null) return t("doses.whyTwo");
  const isOther = others.length > 0;
  if (dose.doubts.length === 0) return t(isOther ? "doses.whyOthers" : "doses.whyLimit");
  const words = dose.doubts.map((doubt, index) => {
    const keys = DOUBTS[doubt];
    return keys ? t(index === 0 ? keys.first : keys.also) : doubt;
  });
  const doubts = joinParts("schedule.comma", words);
  return t(isOther ? "doses.whyDoubtsAndOthers" : "doses.whyDoubts", { doubts });
}

function DoubtfulRow({
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
    const giver = getGiver(each, reading.myId);
    const writer = getRecorder(each, reading.myId);
    const other = medicines.find(({ planId }) => planId === each.planId && planId !== dose.planId);
    const given = formatDose(each, other ?? { doseUnit }, reading);
    const entry = other ? t("doses.ofMedicine", { medicine: formatMedicine(other), dose: given }) : given;
    const isSame = writer.who === giver.who && (writer.who === "me" || writer.name === giver.name);
    return isSame ? entry : t("doses.writtenBy", { dose: entry, ...writer });
  };
  const medicine = formatMedicine({ name, strength });
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
                <Rich
                  text="doses.wasOne"
                  values={{
                    isMine: String(each.recordedById === reading.myId),
                    medicine,
                    dose: formatOther(each),
                  }}
                />
              </Button>
            )}
          </li>
        ))}
      </ul>
      {actions.mayGive && (
        <Actions>
          <Button onClick={() => void writes.review(dose._id, dose.revision)}>
            <Rich text={ALL_GIVEN[Math.min(others.length, 2)]!} values={{ medicine }} />
          </Button>
        </Actions>
      )}
    </li>
  );
}

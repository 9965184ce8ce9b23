import { IconZoomIn, IconZoomOut } from "@tabler/icons-react";
import { t } from "../../../lib/words/t.ts";
import { StepButton } from "../../../ui/step-button.tsx";
import styles from "./zoom-controls.module.css";

type ZoomControlsProps = {
  percent: number;
  /** Null at the last step. */
  smaller: (() => void) | null;
  larger: (() => void) | null;
};

/** The buttons that change the size of a preview. */
export const ZoomControls = ({ percent, smaller, larger }: ZoomControlsProps) => (
  // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields of a form
  <div className={styles.zoom} role="group" aria-label={t("previews.zoom")}>
    <StepButton name={t("previews.smaller")} onPress={smaller} Icon={IconZoomOut} />
    <span aria-live="polite">{percent} %</span>
    <StepButton name={t("previews.larger")} onPress={larger} Icon={IconZoomIn} />
  </div>
);

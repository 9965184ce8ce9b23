import { Button, type ButtonProps } from "@mantine/core";

type AnswerButtonsProps = {
  /** The label of the accepting button. */
  yes: string;
  /** The label of the declining button. */
  no: string;
  /** The answer that is being saved. */
  answer: "accept" | "decline" | null;
  onAnswer: (answer: "accept" | "decline") => void;
  /** The id of the heading that names the item, where there are several. */
  describedBy?: string;
  px?: ButtonProps["px"];
};

/** The two buttons that answer an invitation or a request to join; one answer at a time. */
export function AnswerButtons({ yes, no, answer, onAnswer, describedBy, px }: AnswerButtonsProps) {
  return (
    <>
      <Button
        px={px}
        onClick={() => onAnswer("accept")}
        loading={answer === "accept"}
        disabled={answer === "decline"}
        aria-describedby={describedBy}
      >
        {yes}
      </Button>
      <Button
        variant="default"
        px={px}
        onClick={() => onAnswer("decline")}
        loading={answer === "decline"}
        disabled={answer === "accept"}
        aria-describedby={describedBy}
      >
        {no}
      </Button>
    </>
  );
}

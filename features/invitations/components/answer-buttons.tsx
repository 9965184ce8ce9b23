import { Button, type ButtonProps } from "@mantine/core";

type AnswerButtonsProps = {
  /** What saying yes is called here. */
  yes: string;
  /** The answer that is under way. */
  answer: "accept" | "decline" | null;
  onAnswer: (answer: "accept" | "decline") => void;
  /** The id of the heading that says what is answered, among several. */
  describedBy?: string;
  px?: ButtonProps["px"];
};

/** Yes or no to an invitation or to somebody who asks to be let in; one answer at a time. */
export function AnswerButtons({ yes, answer, onAnswer, describedBy, px }: AnswerButtonsProps) {
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
        Decline
      </Button>
    </>
  );
}

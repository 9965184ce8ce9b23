import type { Message } from "../../lib/words/message.ts";
/** The tag of a note that asks something for the next visit; compared without case. */
export const QUESTION_TAG = "question";

/** The number of past days with events on the page, today included. */
export const RECENT_DAYS = 14;
/** The number of past days with changes of the medications, today included. */
export const CHANGE_DAYS = 30;

/** The most of each that the page lists, so that it fits on two printed pages unless everything is long. */
export const MAX_NOTES_LISTED = 20;
export const MAX_QUESTIONS_LISTED = 10;
export const MAX_CHANGES_LISTED = 10;

/** The longest question, in characters. */
export const QUESTION_LENGTH = 2000;

/** Whether a note asks something for the next visit. */
export const isQuestion = ({ tags }: { tags: readonly string[] }): boolean =>
  tags.some((tag) => tag.toLowerCase() === QUESTION_TAG);

/** The tags of a note whose question has been answered. */
export const removeQuestionTag = (tags: readonly string[]): string[] =>
  tags.filter((tag) => tag.toLowerCase() !== QUESTION_TAG);

/** What follows of a text that begins with its title, or all of it. */
export const getTextAfter = (title: string, text: string): string =>
  text.startsWith(title) ? text.slice(title.length).trim() : text;

/** Messages of the page. */
export const VISIT_MESSAGES = {
  empty: { key: "visit.questionEmpty" },
  askFailed: { key: "visit.questionAskFailed" },
  answerFailed: { key: "visit.questionAnswerFailed" },
} as const satisfies Record<string, Message>;

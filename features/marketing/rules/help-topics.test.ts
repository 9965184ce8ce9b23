import { expect, test } from "vitest";
import { t } from "../../../lib/words/t.ts";
import { HELP_QUESTIONS } from "../components/help-questions.tsx";
import { findHelpTopic } from "./help-topics.ts";

test.each([
  ["/care/rosa12/doses", "giving"],
  ["/care/rosa12/doses/month", "giving"],
  ["/care/rosa12/plans/new", "plans"],
  ["/care/rosa12/medications", "list"],
  ["/care/rosa12/handover", "handover"],
  ["/notifications/settings", "reminders"],
  ["/care/rosa12/escalation", "reminders"],
  ["/care/rosa12/members", "inviting"],
  ["/care/rosa12/programs", "programs"],
  ["/care/rosa12", "notes"],
  ["/care/rosa12/note/abcdef", "notes"],
  ["/recording", "recordings"],
  ["/home", undefined],
])("help opened from %s begins with %s", (path, topic) => {
  expect(findHelpTopic(path)).toBe(topic);
  if (topic) expect(HELP_QUESTIONS.filter((question) => question.topic === topic)).toHaveLength(1);
});

test.each(["giving", "dose", "plan", "handover", "pause", "reminder"])("the help answers %s", (word) => {
  expect(HELP_QUESTIONS.some(({ question }) => t(question).toLowerCase().includes(word))).toBe(true);
});

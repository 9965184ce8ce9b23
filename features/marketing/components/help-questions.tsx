import type { Key } from "../../../lib/words/keys.ts";
import type { HelpTopic } from "../rules/help-topics.ts";
import type { ProsePart } from "./prose.tsx";

export type Question = {
  question: Key;
  answer: readonly ProsePart[];
  /** Its place in the address, where a page of the app leads to it. */
  topic?: HelpTopic;
};

/** Frequent questions of new users, with answers that are true of the program. */
export const HELP_QUESTIONS: readonly Question[] = [
  { question: "help.needsAccount", answer: ["help.needsAccountAnswer"] },
  {
    question: "help.inviting",
    topic: "inviting",
    answer: [
      { steps: ["help.invitingOpen", "help.invitingChoose", "help.invitingMail"] },
      "help.invitingLink",
    ],
  },
  {
    question: "help.roles",
    answer: [
      {
        points: [
          "help.viewersMay",
          "help.cliniciansMay",
          "help.caregiversMay",
          "help.adminsMay",
          "help.ownerMay",
        ],
      },
    ],
  },
  { question: "help.whoReads", topic: "notes", answer: ["help.whoReadsAnswer"] },
  { question: "help.encrypting", answer: ["help.encryptingAnswer"] },
  { question: "help.giving", topic: "giving", answer: ["help.givingAnswer"] },
  { question: "help.plans", topic: "plans", answer: ["help.plansAnswer"] },
  { question: "help.pauses", topic: "pauses", answer: ["help.pausesAnswer"] },
  { question: "help.handover", topic: "handover", answer: ["help.handoverAnswer"] },
  { question: "help.reminders", topic: "reminders", answer: ["help.remindersAnswer"] },
  { question: "help.list", topic: "list", answer: ["help.listAnswer"] },
  { question: "help.files", answer: ["help.filesAnswer"] },
  { question: "help.appointments", answer: ["help.appointmentsAnswer"] },
  { question: "help.mentions", answer: ["help.mentionsAnswer"] },
  { question: "help.program", topic: "programs", answer: ["help.programAnswer"] },
  { question: "help.recordings", topic: "recordings", answer: ["help.recordingsAnswer"] },
  { question: "help.feeds", answer: ["help.feedsAnswer"] },
  {
    question: "help.phone",
    answer: [
      { steps: ["help.phoneTurnOn", "help.phoneHomeScreen", "help.phoneTest"] },
      "help.phoneTimes",
      "help.phoneNtfy",
    ],
  },
  { question: "help.relying", answer: ["help.relyingAnswer"] },
  {
    question: "help.offline",
    answer: [
      "help.offlineKept",
      "help.offlineWriting",
      "help.offlineRefused",
      "help.offlineSharing",
      "help.offlineLeaving",
    ],
  },
  { question: "help.forgotten", answer: ["help.forgottenAnswer"] },
  { question: "help.printing", answer: ["help.printingAnswer"] },
  { question: "help.leaving", answer: ["help.leavingAnswer"] },
  { question: "help.purpose", answer: ["help.purposeAnswer"] },
  { question: "help.hospital", answer: ["help.hospitalAnswer"] },
  { question: "help.stock", answer: ["help.stockAnswer"] },
  { question: "help.person", answer: ["help.personAnswer"] },
];

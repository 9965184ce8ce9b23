// What other rooms may use on the server.

export {
  type ChannelSender,
  type Delivery,
  type Outcome,
  registerChannel,
  type SendParts,
  type Target,
} from "./channels.ts";
export { type PageRuns, type RunColumns, registerEscalationRuns } from "./escalation_runs.ts";
export { notifyOfComment, notifyOfMember, notifyOfMentionInNote, notifyOfNote } from "./events.ts";
export { planning, waitForOne } from "./held_up.ts";
export { seePutOff } from "./later_data.ts";
export { countBlocked, isBlocked } from "./mail_blocks_data.ts";
export { takeMails } from "./mail_limits_data.ts";
export { type News, type NewsRange, type NewsReader, registerNews } from "./news_sources.ts";
export { planDeliveries } from "./planned_deliveries.ts";
export { wantMails } from "./rules_data.ts";
export { seeNews, seeShown, seeThing } from "./seen_matters.ts";
export {
  isTaskStillDue,
  type Member,
  readSubjects,
  type SubjectKey,
  type Subjects,
  seenSubject,
} from "./subjects.ts";
export { countPushDevices, disablePushDevices } from "./targets_data.ts";
export { type PushTestResult, testPushDevices } from "./test_push.ts";

// What other rooms may use on the server.

export {
  type ChannelSender,
  type Delivery,
  type Outcome,
  registerChannel,
  type SendParts,
  type Target,
} from "./deliver/channels.ts";
export type { Checked } from "./deliver/delivery_data.ts";
export { reserveMails } from "./deliver/mail_limits_data.ts";
export { type News, type NewsRange, type NewsReader, registerNews } from "./digest/news_sources.ts";
export { markNewsSeen, markShownSeen, markSubjectSeen } from "./inbox/mark_seen.ts";
export { type PageRuns, type RunColumns, registerEscalationRuns } from "./plan/escalation_runs.ts";
export { notifyOfComment, notifyOfMember, notifyOfMentionInNote, notifyOfNote } from "./plan/events.ts";
export { RETRY_SECONDS, retryPerOwner, runPlanner, setShortLockTimeout } from "./plan/lock_timeout.ts";
export {
  type NewNotification,
  type NewNotificationRow,
  planDeliveries,
  toNewNotification,
} from "./plan/planned_deliveries.ts";
export { markSnoozedSeen } from "./plan/snooze_data.ts";
export { countBlocked, isBlocked } from "./settings/mail_blocks_data.ts";
export { filterMailRecipients } from "./settings/rules_data.ts";
export { registerSubjects, type StillDue, type SubjectRooms } from "./subject_rooms.ts";
export {
  getVisibleSubject,
  isTaskStillDue,
  type Member,
  readSubjects,
  type SubjectKey,
  type Subjects,
} from "./subjects.ts";

import type { ConvexReactClient } from "convex/react";
import { anyApi, type FunctionReturnType } from "convex/server";
import type { Api } from "../registry/functions.ts";

/** Every server function by room and name; the way the client calls the server. `anyApi` is a proxy without types. */
export const api = anyApi as unknown as Api;

/** The calls of functions by a client. */
export type ServerCalls = Pick<ConvexReactClient, "query" | "mutation" | "action">;

/** A token that lets a program call as the signed-in user. */
export type AccessToken = FunctionReturnType<Api["accessTokens"]["listTokens"]>[number];
/** A notebook as the list shows it. */
export type NotebookSummary = FunctionReturnType<Api["diaries"]["listMyDiaries"]>[number];
/** One notebook, with the permissions of the viewer's role. */
export type Notebook = NonNullable<FunctionReturnType<Api["diaries"]["getDiary"]>>;
/** A note as the list shows it: with a preview instead of its content. */
export type NoteSummary = FunctionReturnType<Api["notes"]["listNotes"]>[number];
export type Note = NonNullable<FunctionReturnType<Api["notes"]["getNote"]>>;
export type Member = FunctionReturnType<Api["members"]["listMembers"]>[number];
/** A pending invitation, for members who may invite. */
export type NotebookInvitation = FunctionReturnType<Api["invitations"]["listDiaryInvitations"]>[number];
/** An open link without an address, for members who may invite. */
export type OpenLink = FunctionReturnType<Api["invitations"]["listOpenLinks"]>[number];
/** A person who asks to be let in by a link. */
export type JoinRequest = FunctionReturnType<Api["invitations"]["listJoinRequests"]>[number];
/** Requests to be let in into the signed-in user's notebooks, and people who came in by their invitations. */
export type Arrivals = FunctionReturnType<Api["invitations"]["listArrivals"]>;
/** A pending invitation to the signed-in person. */
export type MyInvitation = FunctionReturnType<Api["invitations"]["listMyInvitations"]>[number];
/** An invitation as its link shows it; its state decides how much. */
export type LinkedInvitation = NonNullable<FunctionReturnType<Api["invitations"]["getInvitationByToken"]>>;
export type Comment = FunctionReturnType<Api["comments"]["listComments"]>[number];
/** A program of the library as its list shows it. */
export type LibraryProgram = FunctionReturnType<Api["programs"]["listPrograms"]>[number];
/** A program with its phases, activities and tasks. */
export type Program = NonNullable<FunctionReturnType<Api["programs"]["getProgram"]>>;
/** An activated program of a notebook, with its progress. */
export type ActivatedProgram = FunctionReturnType<Api["programs"]["listDiaryPrograms"]>[number];
/** The same with its phases and activities. */
export type ActivatedProgramDetail = NonNullable<FunctionReturnType<Api["programs"]["getDiaryProgram"]>>;
export type ProgramTask = FunctionReturnType<Api["programs"]["listProgramTasks"]>["page"][number];
/** A program on a note that isn't activated yet. */
export type LinkedProgram = NonNullable<
  FunctionReturnType<Api["programs"]["getProgramsForNote"]>
>["linked"][number];
export type Export = FunctionReturnType<Api["exports"]["listExports"]>[number];
export type Attachment = FunctionReturnType<Api["attachments"]["listAttachments"]>[number];
/** A task as a list shows it to the signed-in person. */
export type Task = FunctionReturnType<Api["tasks"]["listMyTasks"]>["tasks"][number];
/** Updates that the reader hasn't read and that are read together. */
export type UpdateGroup = FunctionReturnType<Api["updates"]["listNew"]>["groups"][number];
/** Something that happened in a notebook. */
export type Update = FunctionReturnType<Api["updates"]["pageUpdates"]>["page"][number];
/** The hits of one kind. */
export type SearchGroup = FunctionReturnType<Api["search"]["searchEverything"]>[number];
export type SearchHit = SearchGroup["hits"][number];
/** The planned and the given doses on some days of a notebook. */
export type DoseDays = FunctionReturnType<Api["doses"]["listDoses"]>;
export type Dose = DoseDays["doses"][number];
/** A planned medicine, as doses show it. */
export type DosePlan = DoseDays["plans"][number];
/** A planned dose that home shows. */
export type DueDose = FunctionReturnType<Api["doses"]["listDue"]>[number];
/** A dose that may have been given twice. */
export type DoubtfulDose = FunctionReturnType<Api["doses"]["listToReview"]>[number];
/** A reason against giving a dose. */
export type DoseConflict = Extract<
  FunctionReturnType<Api["doses"]["giveDose"]>,
  { outcome: "refused" }
>["conflicts"][number];
/** An entry about a dose. */
export type DoseEntry = NonNullable<FunctionReturnType<Api["doses"]["listDoseEntries"]>>[number];
/** A private link that lets calendar programs read the signed-in user's tasks. */
export type CalendarFeed = FunctionReturnType<Api["feeds"]["listFeeds"]>[number];
/** An event that the signed-in user was notified of. */
export type Notification = FunctionReturnType<Api["notifications"]["pageNotifications"]>["page"][number];
/** The notification settings of the signed-in user. */
export type ReminderSettings = FunctionReturnType<Api["notifications"]["getSettings"]>;
/** A browser, a topic or an address where the signed-in person is notified. */
export type ReminderTarget = FunctionReturnType<Api["notifications"]["listTargets"]>[number];
/** News of all notebooks: the latest notes, and events. */
export type HomeRecent = FunctionReturnType<Api["home"]["getHomeRecent"]>;
/** A program's address that receives events the user may see. */
export type Webhook = FunctionReturnType<Api["webhooks"]["listWebhooks"]>[number];
/** A message to such an address. */
export type WebhookDelivery = FunctionReturnType<Api["webhooks"]["listDeliveries"]>[number];

import { anyApi, type FunctionReference } from "convex/server";

/** A notebook as the list shows it. Times are epoch ms. */
export type NotebookSummary = {
  _id: string;
  shortId: string | null;
  name: string;
  description: string | null;
  avatarUrl: string | null;
  region: string;
  timeZone: string;
  isArchived: boolean;
  userRole: "owner" | "admin" | "member" | "extended";
  details: { fullName: string };
  dateOfBirth: string | null;
  memberCount: number;
  noteCount: number;
  unreadCount: number;
  updatedAt: number;
  ownerName: string | null;
  _creationTime: number;
};
export type Notebook = NotebookSummary & { permissions: string[] };
export type NoteSummary = {
  _id: string;
  shortId: string | null;
  diaryId: string;
  type: string;
  title: string;
  preview: string;
  noteTypeName: string;
  noteTypeIcon: string;
  creatorId: string | null;
  creatorName: string | null;
  visibility: "private" | "team" | "extended";
  isEncrypted: boolean;
  tags: string[];
  noteDate: number;
  commentCount: number;
  attachmentCount: number;
  updatedAt: number;
  _creationTime: number;
};
export type Note = Omit<NoteSummary, "preview"> & {
  content: { type: string; data: unknown; metadata?: unknown };
  version: number;
  canEdit: boolean;
};
export type Member = {
  _id: string;
  diaryId: string;
  userId: string;
  role: "owner" | "admin" | "member" | "extended";
  joinedAt: number;
  user: { name: string; email: string };
  inviter: { name: string } | null;
};
type Q<A extends Record<string, any>, R> = FunctionReference<"query", "public", A, R>;
type M<A extends Record<string, any>, R> = FunctionReference<"mutation", "public", A, R>;
type NoteFields = {
  title: string;
  content: string | { type: string; data: unknown; metadata?: unknown };
  noteDate: number;
  visibility: "private" | "team" | "extended";
  tags: string[];
};
type Api = {
  users: {
    syncUser: M<{ clerkUserId: string; email: string; name: string }, string>;
    getCurrentUser: Q<
      {},
      {
        _id: string;
        clerkUserId: string;
        email: string;
        name: string;
        isAdmin: boolean;
        isSuperAdmin: boolean;
      } | null
    >;
  };
  admin: { getAdminStatus: Q<{}, { isAdmin: boolean; isSuperAdmin: boolean }> };
  diaries: {
    listMyDiaries: Q<{}, NotebookSummary[]>;
    getDiary: Q<{ diaryId: string }, Notebook | null>;
    getDiaryByShortId: Q<{ shortId: string }, Notebook | null>;
    createDiaryWithPersonInfo: M<
      { name?: string; region: string; personInfo: { fullName: string }; timeZone?: string },
      string
    >;
  };
  notes: {
    listNotes: Q<{ diaryId: string }, NoteSummary[]>;
    getNote: Q<{ noteId: string }, Note | null>;
    getNoteByShortId: Q<{ shortId: string }, Note | null>;
    createNote: M<NoteFields & { diaryId: string; type: string; isEncrypted?: boolean }, string>;
    updateNote: M<NoteFields & { noteId: string; baseVersion?: number }, string>;
  };
  noteTypes: {
    listActiveNoteTypes: Q<
      {},
      { typeId: string; name: string; description: string; icon: string; requiresAI: boolean }[]
    >;
  };
  members: { listMembers: Q<{ diaryId: string }, Member[]>; removeMember: M<{ memberId: string }, null> };
};

/** Every server function by room and name; the way the client calls the server. */
export const api = anyApi as unknown as Api;

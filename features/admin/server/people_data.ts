import { getNameToShow, getShownName, readNames, readPeople } from "../../../server/db/names.ts";
import { runPipelined } from "../../../server/db/pipelined.ts";
import type { DiaryRow, InvitationRow, MemberRow, UserRow } from "../schema.ts";
import { readDiaryNames } from "./name_data.ts";
import { getTableList } from "./page_data.ts";

/** People of the product. */
export const listUsers = getTableList({
  table: "users",
  columns: [
    "created_at",
    "name",
    "deleted_at",
    "email",
    "clerk_user_id",
    "is_admin",
    "is_super_admin",
    "closed_at",
  ],
  present: async (rows): Promise<UserRow[]> =>
    rows.map((row) => ({
      _id: row.id,
      _creationTime: row.created_at,
      name: getNameToShow(row),
      email: row.email,
      externalAuthId: row.clerk_user_id,
      isAdmin: row.is_admin,
      isSuperAdmin: row.is_super_admin,
      isClosed: row.closed_at !== null,
    })),
});

/** Notebooks. */
export const listDiaries = getTableList({
  table: "diaries",
  columns: ["created_at", "name", "description", "short_id", "created_by", "region", "is_archived"],
  async present(rows, db): Promise<DiaryRow[]> {
    const names = await readNames(
      db,
      rows.map((row) => row.created_by),
    );
    return rows.map((row) => ({
      _id: row.id,
      _creationTime: row.created_at,
      name: row.name,
      description: row.description,
      shortId: row.short_id,
      creatorName: getShownName(names, row.created_by),
      region: row.region,
      isArchived: row.is_archived,
    }));
  },
});

/** Memberships by the time they began. */
export const listMembers = getTableList({
  table: "members",
  columns: ["joined_at", "user_id", "diary_id", "role", "invited_by"],
  by: "joined_at",
  async present(rows, db): Promise<MemberRow[]> {
    const [people, inviters, diaries] = await runPipelined(
      readPeople(
        db,
        rows.map((row) => row.user_id),
      ),
      readNames(
        db,
        rows.flatMap((row) => row.invited_by ?? []),
      ),
      readDiaryNames(db, rows),
    );
    return rows.map((row) => ({
      _id: row.id,
      _creationTime: row.joined_at,
      userName: people.get(row.user_id)?.name ?? "",
      userEmail: people.get(row.user_id)?.email ?? "",
      diaryName: diaries.get(row.diary_id) ?? "",
      role: row.role,
      inviterName: getShownName(inviters, row.invited_by),
      joinedAt: row.joined_at,
    }));
  },
});

/** Invitations. */
export const listInvitations = getTableList({
  table: "invitations",
  columns: ["created_at", "email", "diary_id", "role", "invited_by", "status", "expires_at"],
  async present(rows, db): Promise<InvitationRow[]> {
    const [names, diaries] = await runPipelined(
      readNames(
        db,
        rows.map((row) => row.invited_by),
      ),
      readDiaryNames(db, rows),
    );
    const now = Date.now();
    return rows.map((row) => ({
      _id: row.id,
      _creationTime: row.created_at,
      email: row.email ?? "",
      diaryName: diaries.get(row.diary_id) ?? "",
      role: row.role,
      inviterName: getShownName(names, row.invited_by),
      status: row.status === "pending" && row.expires_at <= now ? "expired" : (row.status as "pending"),
      expiresAt: row.expires_at,
    }));
  },
});

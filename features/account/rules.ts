/** The columns of `users` that the person and the administrators see. */
export const USER_COLUMNS = [
  "id",
  "clerk_user_id",
  "email",
  "name",
  "is_admin",
  "is_super_admin",
  "created_at",
] as const;

/** A row of those columns. `created_at` is epoch ms. */
type UserRow = {
  id: string;
  clerk_user_id: string;
  email: string;
  name: string;
  is_admin: boolean;
  is_super_admin: boolean;
  created_at: number;
};

/** A user in the form that clients receive. */
export function toUser(row: UserRow) {
  return {
    _id: row.id,
    clerkUserId: row.clerk_user_id,
    email: row.email,
    name: row.name,
    isAdmin: row.is_admin,
    isSuperAdmin: row.is_super_admin,
    _creationTime: row.created_at,
  };
}

export type User = ReturnType<typeof toUser>;

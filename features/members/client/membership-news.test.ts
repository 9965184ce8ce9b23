import { expect, it } from "vitest";
import type { Member } from "../../../lib/api.ts";
import { getMembershipNews } from "./membership-news.ts";

const member = (userId: string, role: Member["role"], name = userId): Member => ({
  _id: `member of ${userId}`,
  diaryId: "diary",
  userId,
  role,
  canBeAssigned: true,
  joinedAt: 0,
  user: { name, email: `${userId}@example.org` },
  avatarUrl: null,
  inviter: null,
});
const anna = member("Anna", "owner");
const jonas = member("Jonas", "member");

it("news says who joined, left or got another role, and nothing when nothing changed", () => {
  expect(getMembershipNews([anna, jonas], [anna, jonas], "Anna")).toEqual([]);
  expect(getMembershipNews([anna], [anna, jonas], "Anna")).toEqual(["Jonas joined this notebook."]);
  expect(getMembershipNews([anna, jonas], [anna], "Anna")).toEqual(["Jonas is no longer in this notebook."]);
  expect(getMembershipNews([anna, jonas], [anna, member("Jonas", "admin")], "Anna")).toEqual([
    "Jonas is now Admin.",
  ]);
});

it("news addresses the viewer, and has a placeholder for a missing name", () => {
  expect(getMembershipNews([jonas], [member("Jonas", "extended")], "Jonas")).toEqual(["You are now Viewer."]);
  expect(getMembershipNews([], [member("x", "member", "")], "Anna")).toEqual([
    "Unknown User joined this notebook.",
  ]);
});

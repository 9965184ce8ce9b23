import { describe, expect, it } from "vitest";
import { type Done, proposeAssignees } from "./proposals.ts";

const activities = [
  { activityId: "walk", title: "Walk", tasks: [] },
  {
    activityId: "tablets",
    title: "Tablets",
    tasks: [{ taskId: "t", title: "Give a tablet", description: "" }],
  },
];
const proposed = (candidates: string[], done: Done[]) =>
  proposeAssignees(activities, candidates, done).map(
    ({ activityId, userId, reason }) => `${activityId}: ${userId} (${reason})`,
  );

describe("the proposal of who does an activity", () => {
  it.each<[string, string[], Done[], string[]]>([
    ["is the only one who does tasks", ["anna"], [], ["walk: anna (only)", "tablets: anna (only)"]],
    ["is nobody where nobody may", [], [{ userId: "anna", title: "walk", count: 9 }], []],
    ["is nobody where nobody did anything", ["anna", "ben"], [], []],
    [
      "is whoever did most of the same tasks, by the titles of its tasks",
      ["anna", "ben"],
      [
        { userId: "anna", title: "walk", count: 2 },
        { userId: "ben", title: "walk", count: 1 },
        { userId: "ben", title: "give a tablet", count: 1 },
      ],
      ["walk: anna (these)", "tablets: ben (these)"],
    ],
    [
      "is whoever did most tasks, for what nobody has done yet",
      ["anna", "ben"],
      [
        { userId: "anna", title: null, count: 3 },
        { userId: "ben", title: "walk", count: 1 },
      ],
      ["walk: ben (these)", "tablets: anna (most)"],
    ],
    [
      "is nobody of equals, and nobody who did hardly anything",
      ["anna", "ben"],
      [
        { userId: "anna", title: "walk", count: 1 },
        { userId: "ben", title: "walk", count: 1 },
      ],
      [],
    ],
    [
      "is never somebody who isn't a candidate, whatever they did",
      ["anna", "ben"],
      [
        { userId: "viewer", title: "walk", count: 50 },
        { userId: "ben", title: "walk", count: 1 },
      ],
      ["walk: ben (these)"],
    ],
  ])("%s", (_, candidates, done, expected) => {
    expect(proposed(candidates, done)).toEqual(expected);
  });
});

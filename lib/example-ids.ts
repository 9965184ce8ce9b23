/** Ids in examples of the API; a test puts real ones in their place. */
export const EXAMPLE_IDS = {
  diary: "0199d6b0-0000-7000-8000-000000000001",
  note: "0199d6b0-0000-7000-8000-000000000002",
  task: "0199d6b0-0000-7000-8000-000000000003",
} as const;

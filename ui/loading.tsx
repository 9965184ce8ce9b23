import { Skeleton, Stack } from "@mantine/core";

/** Grey bars in place of a loading list; screen readers read `label`. */
export function Loading({ label, rows = 3 }: { label: string; rows?: number }) {
  return (
    <Stack role="status">
      <span className="visually-hidden">{label}</span>
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the bars are all alike
        <Skeleton key={row} height={88} aria-hidden="true" />
      ))}
    </Stack>
  );
}

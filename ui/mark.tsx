/** The product's logo: a notebook with a heart. Decorative; the name is next to it. */
export function Mark({ size = 28 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <rect width="32" height="32" rx="8" fill="var(--action)" />
      <path d="M9 7h12a2 2 0 0 1 2 2v16H11a2 2 0 0 1-2-2z" fill="#fffdf9" />
      <path d="M16 20.5l-3.6-3.5a2.4 2.4 0 0 1 3.6-3.2 2.4 2.4 0 0 1 3.6 3.2z" fill="var(--action)" />
    </svg>
  );
}

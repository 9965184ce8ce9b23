/** The names of all stored photos; for a backup. */
export const STORED_FILES =
  "select 'avatars/' || id || size from avatars, unnest(array['.jpg', '-small.jpg']) as size";

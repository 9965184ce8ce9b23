/** The names of all stored files of attachments, small versions of pictures included; for a backup. */
export const STORED_FILES = `
  select object_name from attachments where object_name is not null
  union all
  select 'previews/' || split_part(object_name, '/', 2) || '-' || size
    from attachments, unnest(array['small', 'screen']) as size
   where object_name is not null and preview_type like 'image/%'`;

/** The floor's statements: the same rows and columns as `notes.createNote` writes and `notes.listNotes` reads. */
export const insertSql = `insert into notes
  (id, short_id, diary_id, type, title, content, preview, note_day, visibility, created_by, updated_by)
  values ($1, $2, $3, 'default', $4, $5, $6, now(), 'team', $7, $7) on conflict (short_id) do nothing`;

export const listSql = `select n.id as "_id", n.short_id as "shortId", n.diary_id as "diaryId", n.type, n.title, n.preview,
    t.name as "noteTypeName", t.icon as "noteTypeIcon", n.created_by as "creatorId", u.name as "creatorName",
    n.visibility, n.is_encrypted as "isEncrypted", n.tags, n.note_day as "noteDay",
    (select count(*) from comments c where c.note_id = n.id and c.diary_id = $1) as "commentCount",
    (select count(*) from attachments a where a.note_id = n.id and a.diary_id = $1) as "attachmentCount",
    n.updated_at as "updatedAt", n.created_at as "_creationTime"
  from notes n join note_types t on t.type_id = n.type join users u on u.id = n.created_by
  where n.diary_id = $1 order by n.note_day desc, n.id desc limit 50`;

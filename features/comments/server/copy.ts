import { type CopyPart, formatParagraph } from "../../../server/copies.ts";
import { escapeHtml } from "../../../server/mail/letter.ts";
import { describeAuthor } from "../../notebooks/rules/authors.ts";
import { mayListNotes } from "../../notes/server/public.ts";
import type { TargetType } from "../rules.ts";
import { type CopiedComment, listCommentsOn } from "./data.ts";

const TARGETS: Record<string, TargetType> = { notes: "note", tasks: "task", programs: "program" };

/** Comments follow the note, task or program that they belong to, oldest first. */
export const copy: CopyPart = {
  additions: [
    {
      field: "comments",
      to: Object.keys(TARGETS),
      async read({ caller, diaryId, vault }, section, rows) {
        const access = await mayListNotes().resolve(caller, { diaryId });
        const ids = rows.map(({ _id }) => _id);
        const comments = await listCommentsOn(caller.db, vault, access, TARGETS[section]!, ids);
        return Map.groupBy(comments, ({ targetId }) => targetId);
      },
      html: (comments: readonly CopiedComment[], inWords) =>
        comments
          .map(
            ({ _creationTime, content, ...comment }) =>
              `<div class="comment"><p class="meta">${escapeHtml(describeAuthor(comment))} · ${inWords(_creationTime)}</p>${formatParagraph(content)}</div>`,
          )
          .join(""),
    },
  ],
};

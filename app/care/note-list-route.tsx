import { useNavigate, useSearch } from "@tanstack/react-router";
import { useMemo, useState } from "react";
import { filterOfSearch, type ListFilter } from "../../features/notes/client/note-filter.ts";
import { withRealDay } from "../../features/notes/client/real-day.ts";
import { NoteListScreen } from "../../features/notes/screens/note-list.tsx";
import { useNews } from "../../features/updates/client/use-news.ts";
import { NewsLink } from "../../features/updates/components/news-link.tsx";
import { api, type Notebook } from "../../lib/api.ts";
import { getShownId } from "../../lib/shown-id.ts";
import { createLazyPart } from "../../ui/lazy-part.tsx";
import { useIsUnreachable } from "../../ui/use-is-unreachable.ts";
import { useLiveQuery } from "../../ui/use-live-query.ts";

const NewNoteDialog = createLazyPart(() => import("./new-note-dialog.tsx").then((m) => m.NewNoteDialog));

/** `/care/:diaryId`: the notes, with the dialog to choose a new note's type when it is open. */
export function NoteListRoute({ notebook }: { notebook: Notebook }) {
  const [isChoosing, setIsChoosing] = useState(false);
  const [wasChoosing, setWasChoosing] = useState(false);
  // The address keeps invalid search parameters; they are left out here.
  const search = useSearch({ from: "/signed-in/care/$diaryId/" });
  const filter = useMemo(() => withRealDay(filterOfSearch(search)), [search]);
  const navigate = useNavigate();
  const params = { diaryId: getShownId(notebook) };
  const show = (search: ListFilter) => void navigate({ to: "/care/$diaryId", params, search, replace: true });
  // Preloaded, so that the dialog opens at once, also offline.
  useLiveQuery(api.noteTypes.listActiveNoteTypes, {});

  function choose() {
    setIsChoosing(true);
    setWasChoosing(true);
  }

  const news = useNews(notebook._id);
  // Without a connection the list shows the loaded notes.
  const isUnreachable = useIsUnreachable();
  const newNotes = useMemo(
    () => new Set(news?.groups.flatMap(({ thing }) => (thing.type === "note" ? thing.id : []))),
    [news],
  );

  return (
    <>
      <NoteListScreen
        notebook={notebook}
        filter={filter}
        onFilter={show}
        onNewNote={choose}
        newNotes={newNotes}
        news={news && <NewsLink diaryId={notebook._id} news={news} />}
        waitsForNews={!news && !isUnreachable}
      />
      {wasChoosing && (
        <NewNoteDialog notebook={notebook} opened={isChoosing} onClose={() => setIsChoosing(false)} />
      )}
    </>
  );
}

import { useMemo, useState } from "react";
import type { Visibility } from "../../../lib/visibility-levels.ts";
import { readDraft, useKeepDraft, writeDraft } from "../../../ui/draft.ts";
import { narrow } from "../rules.ts";

type Draft = {
  /** The text in the form. */
  typed: string;
  /** The text that was sent and isn't confirmed yet; after a reload it is offered again. */
  unsent: string[];
  visibility: Visibility;
};

/** Comments that this page has sent and that aren't confirmed yet, by draft key. */
const underWay = new Map<string, readonly string[]>();

const joined = (...texts: string[]) => texts.filter((text) => text.trim() !== "").join("\n\n");

/**
 * The draft of a new comment, kept in this browser until the server confirms it, so that a closed tab, an error or an
 * empty battery loses nothing.
 */
export function useCommentDraft(key: string, widest: Visibility) {
  const [start] = useState(() => getStart(key, widest));
  const [typed, setTyped] = useState(start.typed);
  const [chosen, setVisibility] = useState(start.visibility);
  const [unsent, setUnsent] = useState(start.unsent);
  // The target's visibility may have been narrowed since.
  const visibility = narrow(chosen, widest);
  const draft = useMemo<Draft>(() => ({ typed, unsent, visibility }), [typed, unsent, visibility]);
  useKeepDraft(key, draft, typed.trim() !== "" || unsent.length > 0);

  /** Empties the form when a comment is sent; an error restores the text. */
  async function hold(content: string, saved: Promise<boolean>): Promise<void> {
    const sent = wait(key, [...waiting(key), content]);
    setTyped("");
    setUnsent(sent);
    // Saved at once: otherwise, leaving right away would offer the sent text again.
    writeDraft(key, { typed: "", unsent: sent, visibility });
    const isSaved = await saved;
    const rest = [...waiting(key)];
    rest.splice(rest.indexOf(content), 1);
    setUnsent(wait(key, rest));
    if (!isSaved) setTyped((now) => joined(content, now));
    // The form may be unmounted by now.
    const stored = readDraft<Draft>(key);
    if (!stored) return;
    const remainingDraft = isSaved ? stored.typed : joined(content, stored.typed);
    writeDraft(
      key,
      remainingDraft || rest.length > 0 ? { ...stored, typed: remainingDraft, unsent: rest } : null,
    );
  }

  return { typed, setTyped, visibility, setVisibility, hold, isDraft: start.typed !== "" };
}

const waiting = (key: string) => underWay.get(key) ?? [];

function wait(key: string, texts: string[]): string[] {
  if (texts.length > 0) underWay.set(key, texts);
  else underWay.delete(key);
  return texts;
}

function getStart(key: string, widest: Visibility): Draft {
  const unsent = [...waiting(key)];
  const stored = readDraft<Draft>(key);
  if (!stored) return { typed: "", unsent, visibility: widest };
  const unsavedTexts = stored.unsent.filter((text) => !unsent.includes(text));
  return { typed: joined(...unsavedTexts, stored.typed), unsent, visibility: stored.visibility };
}

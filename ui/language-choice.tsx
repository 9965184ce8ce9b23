import { listOfferedLanguages } from "../lib/words/loaded.ts";
import { pageLanguage } from "../lib/words/page-language.ts";
import { t } from "../lib/words/t.ts";
import { PlainSelect } from "./plain-select.tsx";

/** Another language draws the page anew; the focus stays where the person was. */
let hasFocus = false;

function focusAgain(select: HTMLSelectElement | null): void {
  if (!hasFocus || !select) return;
  hasFocus = false;
  select.focus();
}

/** The choice of the page's language, each in its own name; nothing where there is only one. */
export function LanguageChoice({ onChoose }: { onChoose: (language: string) => void }) {
  const offered = listOfferedLanguages();
  if (offered.length < 2) return null;
  return (
    <PlainSelect
      ref={focusAgain}
      label={t("shared.language")}
      options={offered.map(({ code, name }) => ({ value: code, label: name }))}
      value={pageLanguage.get()}
      isInline
      onChange={({ currentTarget }) => {
        hasFocus = true;
        onChoose(currentTarget.value);
      }}
    />
  );
}

import { isReviewed } from "../../../lib/words/loaded.ts";
import { t } from "../../../lib/words/t.ts";
import { LanguageChoice } from "../../../ui/language-choice.tsx";
import { Soft } from "../../../ui/text.tsx";
import { useSaveSettings } from "../client/use-settings.ts";

/** The language of one's screens and letters, on all devices; saved at once, and all pages follow. */
export function OwnLanguage() {
  const save = useSaveSettings();
  return (
    <div>
      <LanguageChoice onChoose={(language) => void save({ language })} />
      {!isReviewed() && <Soft>{t("account.notReviewed")}</Soft>}
    </div>
  );
}

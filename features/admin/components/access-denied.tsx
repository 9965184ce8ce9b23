import { t } from "../../../lib/words/t.ts";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { LinkButton } from "../../../ui/link-button.tsx";
import { usePageTitle } from "../../../ui/use-page-title.ts";

type AccessDeniedProps = { text?: string };

/** Replaces a back-office page for people without access (workspace 2.8). */
export function AccessDenied({ text = t("admin.needsAdmin") }: AccessDeniedProps) {
  usePageTitle(t("admin.denied"));
  return (
    <EmptyState asPage title={t("admin.denied")} text={text}>
      <LinkButton to="/home">{t("admin.backHome")}</LinkButton>
    </EmptyState>
  );
}

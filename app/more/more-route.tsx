import {
  IconBellCog,
  IconBellRinging,
  IconCalendarEvent,
  IconChecklist,
  IconClipboardList,
  IconFileText,
  IconHelp,
  IconNotebook,
  IconPencil,
  IconPrinter,
  IconUsers,
  IconVideo,
  IconWebhook,
} from "@tabler/icons-react";
import { Link, type LinkProps } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { NotebookSummary } from "../../lib/api.ts";
import { getShownId } from "../../lib/shown-id.ts";
import { t } from "../../lib/words/t.ts";
import { List } from "../../ui/list.tsx";
import { Loading } from "../../ui/loading.tsx";
import { Page } from "../../ui/page.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { Section } from "../../ui/section.tsx";
import { useCurrentNotebook } from "../places/use-current-notebook.ts";
import styles from "./more-route.module.css";

/** `/more`: the pages that aren't opened every day, of the current notebook and of the reader. */
export function MoreRoute() {
  const notebook = useCurrentNotebook();
  if (notebook === undefined) return <Loading label={t("more.loading")} />;
  return (
    <Page gap="lg">
      <PageHeader title={t("more.title")} />
      {notebook && <NotebookPages notebook={notebook} />}
      <Section title={t("more.forYou")}>
        <List gap="xs">
          <Row to="/recording" icon={<IconVideo />} text={t("more.recordText")}>
            {t("more.record")}
          </Row>
          <Row to="/tasks" icon={<IconChecklist />} text={t("more.tasksText")}>
            {t("more.tasks")}
          </Row>
          <Row to="/notifications/settings" icon={<IconBellCog />} text={t("more.remindersText")}>
            {t("more.reminders")}
          </Row>
          <Row to="/account/webhooks" icon={<IconWebhook />} text={t("more.webhooksText")}>
            {t("more.webhooks")}
          </Row>
          <Row to="/care" icon={<IconNotebook />} text={t("more.notebooksText")}>
            {t("more.notebooks")}
          </Row>
          <Row to="/more/help" icon={<IconHelp />} text={t("more.helpText")}>
            {t("more.help")}
          </Row>
        </List>
      </Section>
    </Page>
  );
}

function NotebookPages({ notebook }: { notebook: NotebookSummary }) {
  const params = { diaryId: getShownId(notebook) };
  const subject = notebook.details.fullName || t("shared.unknownSubject");
  const may = (right: NotebookSummary["permissions"][number]) => notebook.permissions.includes(right);
  const isAlone = notebook.memberCount === 1 && may("members.invite");
  return (
    <Section title={subject}>
      <List gap="xs">
        <Row
          to="/care/$diaryId/handover"
          params={params}
          icon={<IconClipboardList />}
          text={t("more.handoverText")}
        >
          {t("more.handover")}
        </Row>
        <Row
          to="/care/$diaryId/appointments"
          params={params}
          icon={<IconCalendarEvent />}
          text={t("more.appointmentsText")}
        >
          {t("more.appointments")}
        </Row>
        <Row
          to="/care/$diaryId/members"
          params={params}
          search={isAlone ? { invite: true } : {}}
          icon={<IconUsers />}
          text={isAlone ? t("more.onlyYou") : t("more.membersText")}
        >
          {t("more.members")}
        </Row>
        <Row
          to="/care/$diaryId/programs"
          params={params}
          icon={<IconChecklist />}
          text={t("more.programsText")}
        >
          {t("more.programs")}
        </Row>
        <Row to="/care/$diaryId/info" params={params} icon={<IconFileText />} text={t("more.infoText")}>
          {t("more.info")}
        </Row>
        {may("notebook.edit") && (
          <Row to="/care/$diaryId/edit" params={params} icon={<IconPencil />} text={t("more.editInfoText")}>
            {t("more.editInfo")}
          </Row>
        )}
        {may("notebook.seePersonInfo") && (
          <Row to="/care/$diaryId/visit" params={params} icon={<IconPrinter />} text={t("more.visitText")}>
            {t("more.visit")}
          </Row>
        )}
        {may("escalation.see") && (
          <Row
            to="/care/$diaryId/escalation"
            params={params}
            icon={<IconBellRinging />}
            text={t("more.escalationText")}
          >
            {t("more.escalation")}
          </Row>
        )}
      </List>
    </Section>
  );
}

type RowProps = Pick<LinkProps, "to" | "params" | "search"> & {
  icon: ReactNode;
  text: string;
  children: string;
};

/** A link of the list, with a line about its page. */
function Row({ icon, text, children, ...link }: RowProps) {
  return (
    <li>
      <Link {...link} className={styles.row}>
        <span aria-hidden="true" className={styles.icon}>
          {icon}
        </span>
        <span className={styles.words}>
          <span className={styles.name}>{children}</span>
          <span className={styles.text}>{text}</span>
        </span>
      </Link>
    </li>
  );
}

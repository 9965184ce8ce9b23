import {
  IconBellCog,
  IconBellRinging,
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
  if (notebook === undefined) return <Loading label="Loading your care diaries..." />;
  return (
    <Page gap="lg">
      <PageHeader title="More" />
      {notebook && <NotebookPages notebook={notebook} />}
      <Section title="For you">
        <List gap="xs">
          <Row to="/recording" icon={<IconVideo />} text="A conversation, kept on this device">
            Record Meeting
          </Row>
          <Row to="/tasks" icon={<IconChecklist />} text="Yours and all others, in every notebook">
            Tasks
          </Row>
          <Row to="/notifications/settings" icon={<IconBellCog />} text="What reaches you, where and when">
            Reminders
          </Row>
          <Row to="/account/webhooks" icon={<IconWebhook />} text="Send news to a program of yours">
            Webhooks
          </Row>
          <Row to="/care" icon={<IconNotebook />} text="All that you may open, and a new one">
            All notebooks
          </Row>
          <Row to="/more/help" icon={<IconHelp />} text="How things are done">
            Help
          </Row>
        </List>
      </Section>
    </Page>
  );
}

function NotebookPages({ notebook }: { notebook: NotebookSummary }) {
  const params = { diaryId: getShownId(notebook) };
  const subject = notebook.details.fullName || "Unknown Subject";
  const may = (right: NotebookSummary["permissions"][number]) => notebook.permissions.includes(right);
  const isAlone = notebook.memberCount === 1 && may("members.invite");
  return (
    <Section title={subject}>
      <List gap="xs">
        <Row
          to="/care/$diaryId/handover"
          params={params}
          icon={<IconClipboardList />}
          text="What happened since you looked, to read or to pass on"
        >
          Handover
        </Row>
        <Row
          to="/care/$diaryId/members"
          params={params}
          search={isAlone ? { invite: true } : {}}
          icon={<IconUsers />}
          text={isAlone ? "Only you so far: invite who helps" : "Who helps, and in which role"}
        >
          Members
        </Row>
        <Row
          to="/care/$diaryId/programs"
          params={params}
          icon={<IconChecklist />}
          text="Plans of tasks over weeks, such as after a hip replacement"
        >
          Programs
        </Row>
        <Row
          to="/care/$diaryId/info"
          params={params}
          icon={<IconFileText />}
          text="Contacts, conditions, insurance"
        >
          Info
        </Row>
        {may("notebook.edit") && (
          <Row to="/care/$diaryId/edit" params={params} icon={<IconPencil />} text="Change what is in Info">
            Edit Info
          </Row>
        )}
        {may("notebook.seePersonInfo") && (
          <Row
            to="/care/$diaryId/visit"
            params={params}
            icon={<IconPrinter />}
            text="One page for the doctor, to read or print"
          >
            For the visit
          </Row>
        )}
        {may("escalation.see") && (
          <Row
            to="/care/$diaryId/escalation"
            params={params}
            icon={<IconBellRinging />}
            text="Who is alerted about a dose or task"
          >
            When nobody answers
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

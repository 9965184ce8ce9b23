import { Alert } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { formatClockTime, formatExactTime, formatShortMoment } from "../../../lib/dates/time.ts";
import { t } from "../../../lib/words/t.ts";
import { Loading } from "../../../ui/loading.tsx";
import { PageHeader } from "../../../ui/page-header.tsx";
import { Rich } from "../../../ui/rich.tsx";
import { Soft } from "../../../ui/text.tsx";
import type { Column } from "../client/columns.ts";
import { countWords, QUEUE_NAMES, type Queue, readCount, waitWords } from "../client/queue-words.ts";
import { useQueues } from "../client/use-queues.ts";
import { Code, Mark, Marks, None } from "../components/cells.tsx";
import { TableView } from "../components/table-view.tsx";
import styles from "./queues.module.css";

/** An item that waits longer than this is late. */
const LATE_SECONDS = 15 * 60;

type Row = Queue & { _id: string };

const COLUMNS: readonly Column<Row>[] = [
  { heading: "adminqueues.queue", cell: ({ queue }) => t(QUEUE_NAMES[queue]), kind: "name" },
  {
    heading: "adminqueues.waiting",
    cell: ({ waiting, oldestSeconds }) => {
      if (waiting === 0) return "0";
      const isLate = oldestSeconds > LATE_SECONDS;
      const words = t("adminqueues.oldest", {
        isLate: String(isLate),
        count: countWords(waiting),
        wait: waitWords(oldestSeconds),
      });
      return isLate ? <Mark tone="amber">{words}</Mark> : words;
    },
  },
  {
    heading: "adminqueues.later",
    cell: ({ later }) => (later === null ? <None word={t("adminqueues.notKnown")} /> : countWords(later)),
    kind: "number",
  },
  {
    heading: "adminqueues.lastSuccess",
    cell: ({ lastSuccess }) =>
      lastSuccess === null ? (
        <None word={t("adminqueues.notKnown")} />
      ) : (
        <time dateTime={new Date(lastSuccess).toISOString()} title={formatExactTime(lastSuccess)}>
          {formatShortMoment(lastSuccess)}
        </time>
      ),
  },
  {
    heading: "adminqueues.failed",
    cell: ({ failing, failedInDay }) =>
      failing === 0 && failedInDay === 0 ? (
        "0"
      ) : (
        <Marks>
          {failing > 0 && <Mark tone="amber">{t("adminqueues.again", { count: countWords(failing) })}</Mark>}
          {failedInDay > 0 && (
            <Mark tone="red">{t("adminqueues.givenUp", { count: countWords(failedInDay) })}</Mark>
          )}
        </Marks>
      ),
  },
];

/** `/admin/queues`: waiting and failed items of this server, and since when they wait; figures only. */
export function QueuesScreen() {
  const { queues, problem } = useQueues();
  const rows = queues?.queues.map((queue) => ({ ...queue, _id: queue.queue }));
  return (
    <>
      <PageHeader
        title={t("adminqueues.title")}
        subtitle={
          queues ? t("adminqueues.asOf", { time: formatClockTime(queues.at) }) : t("adminqueues.reading")
        }
      />
      {problem && (
        <Alert role="alert" color="red" variant="outline" icon={<IconAlertTriangle aria-hidden="true" />}>
          {queues ? t("adminqueues.notReadAgain", { problem }) : problem}
        </Alert>
      )}
      {!rows && !problem && <Loading label={t("adminqueues.loading")} />}
      {rows && <TableView caption={t("adminqueues.title")} columns={COLUMNS} rows={rows} />}
      {queues && (
        <Soft className={styles.note}>
          <Rich
            text="adminqueues.blocked"
            values={{
              ...readCount(queues.blockedAddresses),
              code: (command) => <Code>{command}</Code>,
            }}
          />
        </Soft>
      )}
    </>
  );
}

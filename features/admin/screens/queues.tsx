import { Alert } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { formatClockTime, formatExactTime, formatShortMoment } from "../../../lib/dates/time.ts";
import { Loading } from "../../../ui/loading.tsx";
import { PageHeader } from "../../../ui/page-header.tsx";
import { Soft } from "../../../ui/text.tsx";
import type { Column } from "../client/columns.ts";
import { countWords, QUEUE_NAMES, type Queue, waitWords } from "../client/queue-words.ts";
import { useQueues } from "../client/use-queues.ts";
import { Code, Mark, Marks, None } from "../components/cells.tsx";
import { TableView } from "../components/table-view.tsx";
import styles from "./queues.module.css";

/** An item that waits longer than this is late. */
const LATE_SECONDS = 15 * 60;

type Row = Queue & { _id: string };

const COLUMNS: readonly Column<Row>[] = [
  { heading: "Queue", cell: ({ queue }) => QUEUE_NAMES[queue], kind: "name" },
  {
    heading: "Waiting",
    cell: ({ waiting, oldestSeconds }) => {
      if (waiting === 0) return "0";
      const words = `${countWords(waiting)}, the oldest ${waitWords(oldestSeconds)}`;
      return oldestSeconds > LATE_SECONDS ? <Mark tone="amber">{`${words}: late`}</Mark> : words;
    },
  },
  {
    heading: "Planned for later",
    cell: ({ later }) => (later === null ? <None word="not known" /> : countWords(later)),
    kind: "number",
  },
  {
    heading: "Last success",
    cell: ({ lastSuccess }) =>
      lastSuccess === null ? (
        <None word="not known" />
      ) : (
        <time dateTime={new Date(lastSuccess).toISOString()} title={formatExactTime(lastSuccess)}>
          {formatShortMoment(lastSuccess)}
        </time>
      ),
  },
  {
    heading: "Failed",
    cell: ({ failing, failedInDay }) =>
      failing === 0 && failedInDay === 0 ? (
        "0"
      ) : (
        <Marks>
          {failing > 0 && <Mark tone="amber">{`${countWords(failing)} will be tried again`}</Mark>}
          {failedInDay > 0 && <Mark tone="red">{`${countWords(failedInDay)} given up in a day`}</Mark>}
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
        title="Queues"
        subtitle={queues ? `As of ${formatClockTime(queues.at)}, read again every ten seconds` : "Reading..."}
      />
      {problem && (
        <Alert role="alert" color="red" variant="outline" icon={<IconAlertTriangle aria-hidden="true" />}>
          {problem}
          {queues && ". These figures are from before."}
        </Alert>
      )}
      {!rows && !problem && <Loading label="Loading queues..." />}
      {rows && <TableView caption="Queues" columns={COLUMNS} rows={rows} />}
      {queues && (
        <Soft className={styles.note}>
          {countWords(queues.blockedAddresses)} addresses of people without an account want no letters. On the
          server, <Code>npm run admin -- try-again</Code> with the name of a queue tries again what failed.
        </Soft>
      )}
    </>
  );
}

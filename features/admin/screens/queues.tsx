import { Alert, Button } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { useState } from "react";
import { type QueueName, RETRIED_QUEUES, type RetriedQueue } from "../../../lib/queues.ts";
import { clockTime, exactTime, shortMoment } from "../../../lib/time.ts";
import { Loading } from "../../../ui/loading.tsx";
import { PageHeader } from "../../../ui/page-header.tsx";
import { Soft } from "../../../ui/text.tsx";
import type { Column } from "../client/columns.ts";
import { countWords, QUEUE_NAMES, type Queue, waitWords } from "../client/queue-words.ts";
import { useQueues } from "../client/use-queues.ts";
import { Mark, None } from "../components/cells.tsx";
import { TableView } from "../components/table-view.tsx";
import styles from "./queues.module.css";

/** What waits longer than this is late. */
const LATE_SECONDS = 15 * 60;

type Row = Queue & { _id: string };

/** Mails and files that were given up have nothing left to be tried. */
function canTryAgain({ queue, failing, failedInDay }: Queue): boolean {
  if (!(RETRIED_QUEUES as readonly string[]).includes(queue)) return false;
  return failing > 0 || (failedInDay > 0 && queue.startsWith("notifications-"));
}

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
        <time dateTime={new Date(lastSuccess).toISOString()} title={exactTime(lastSuccess)}>
          {shortMoment(lastSuccess)}
        </time>
      ),
  },
];

/** `/admin/queues`: what waits on this server, since when, and what failed; figures only. */
export function QueuesScreen() {
  const { queues, problem, retry } = useQueues();
  const [retrying, setRetrying] = useState<QueueName | null>(null);
  const rows = queues?.queues.map((queue) => ({ ...queue, _id: queue.queue }));
  const tryAgain = async (queue: RetriedQueue) => {
    setRetrying(queue);
    await retry(queue);
    setRetrying(null);
  };
  const columns: Column<Row>[] = [
    ...COLUMNS,
    {
      heading: "Failed",
      cell: (row) => (
        <div className={styles.failed}>
          {row.failing === 0 && row.failedInDay === 0 && "0"}
          {row.failing > 0 && <Mark tone="amber">{`${countWords(row.failing)} will be tried again`}</Mark>}
          {row.failedInDay > 0 && (
            <Mark tone="red">{`${countWords(row.failedInDay)} given up in a day`}</Mark>
          )}
          {canTryAgain(row) && (
            <Button
              size="compact-md"
              variant="default"
              loading={retrying === row.queue}
              aria-label={`Try again now: ${QUEUE_NAMES[row.queue]}`}
              onClick={() => void tryAgain(row.queue as RetriedQueue)}
            >
              Try again now
            </Button>
          )}
        </div>
      ),
    },
  ];
  return (
    <>
      <PageHeader
        title="Queues"
        subtitle={queues ? `As of ${clockTime(queues.at)}, read again every ten seconds` : "Reading..."}
      />
      {problem && (
        <Alert role="alert" color="red" variant="outline" icon={<IconAlertTriangle aria-hidden="true" />}>
          {problem}
          {queues && ". These figures are from before."}
        </Alert>
      )}
      {!rows && !problem && <Loading label="Loading queues..." />}
      {rows && <TableView caption="Queues" columns={columns} rows={rows} />}
      {queues && (
        <Soft className={styles.note}>
          {countWords(queues.blockedAddresses)} addresses of people without an account want no letters. Of
          what was given up, only what is less than six hours late is tried again, and everything is checked
          once more before it is sent. Each attempt is in the audit log.
        </Soft>
      )}
    </>
  );
}

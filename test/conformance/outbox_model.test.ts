import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { deleteExpired } from "../../server/jobs/data.ts";
import { type Node, serveNode } from "../node.ts";
import { type Answer, createHttpSender, createOperation } from "../outbox.ts";
import { careTeam } from "../people.ts";
import { LONGER } from "../random.ts";
import { type Service, startService } from "../service.ts";
import { busyMarks, functions } from "./functions.ts";

let service: Service;
let team: Awaited<ReturnType<typeof careTeam>>;
let send: Awaited<ReturnType<typeof createHttpSender>>;
let sendAsOther: typeof send;
/** The node that is restarted. */
let node: Node;
const startNode = () =>
  serveNode({
    connectionString: service.database.connectionString,
    verifyToken: service.issuer.verifyToken,
    functions,
  });
beforeAll(async () => {
  service = await startService({ functions });
  team = await careTeam(service);
  send = await createHttpSender(service, team.caregiver);
  sendAsOther = await createHttpSender(service, team.admin);
  node = await startNode();
});
afterAll(async () => {
  await node.close();
  await service.close();
});

const sql = async (text: string, values: unknown[] = []) =>
  (await service.database.pool.query(text, values)).rows;

type Step =
  /**
   * Sends the number so many after the last one that was decided, 1 being the next, with the content that belongs to the
   * number (variant 0) or another; `acks`: so many numbers below it aren't acknowledged yet.
   */
  | {
      do: "send";
      ahead: number;
      variant: number;
      acks: number;
      mood: "write" | "refuse" | "busy";
      /** From one sender, from two at once on two nodes, or from another user. */
      from: "one" | "two" | "other";
    }
  /** 31 days pass without an acknowledgement. */
  | { do: "prune" }
  | { do: "restart" };

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.record({
      do: fc.constant("send" as const),
      ahead: fc.oneof(
        { weight: 6, arbitrary: fc.constant(1) },
        { weight: 4, arbitrary: fc.integer({ min: -4, max: 3 }) },
      ),
      variant: fc.oneof({ weight: 5, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.constant(1) }),
      acks: fc.nat(3),
      mood: fc.oneof(
        { weight: 4, arbitrary: fc.constant("write" as const) },
        { weight: 1, arbitrary: fc.constantFrom("refuse" as const, "busy" as const) },
      ),
      from: fc.oneof(
        { weight: 4, arbitrary: fc.constant("one" as const) },
        { weight: 1, arbitrary: fc.constantFrom("two" as const, "other" as const) },
      ),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ do: "prune" as const }) },
  { weight: 1, arbitrary: fc.constant({ do: "restart" as const }) },
);

/** The table of cases of decision 0261, written anew. */
class Model {
  last = 0;
  acked = 0;
  readonly contents = new Map<number, string>();
  readonly answers = new Map<number, Answer>();
  readonly marks: string[] = [];

  send(n: number, content: string, { acked, mood }: { acked: number; mood: string }): Answer {
    if (n > this.last + 1) return { code: "outbox-gap", expected: this.last + 1 };
    if (n <= this.last) {
      const isAnother = n <= this.acked || this.contents.get(n) !== content;
      return isAnother ? { code: "outbox-rewound" } : this.answers.get(n)!;
    }
    if (mood === "busy") return { code: "busy" };
    this.last = n;
    this.acked = Math.max(this.acked, acked);
    this.contents.set(n, content);
    const answer: Answer = mood === "refuse" ? { code: "conflict" } : { value: content };
    this.answers.set(n, answer);
    if (mood === "write") this.marks.push(content);
    return answer;
  }

  prune(): void {
    for (const n of this.answers.keys()) this.answers.set(n, { value: "repeated" });
  }
}

it(
  "decides each operation of an outbox once, as a model does, in random histories with repeats, gaps, two senders, passing failures, pruning and restarts",
  async () => {
    await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 15, maxLength: 40 }), runHistory), {
      numRuns: 12 * LONGER,
      verbose: 1,
    });
  },
  60_000 + 20_000 * LONGER,
);

async function runHistory(steps: Step[]): Promise<void> {
  const outboxId = randomUUID();
  const model = new Model();
  /** Whether a number's operation is one that its function refuses; part of its content. */
  const refused = new Map<number, boolean>();
  for (const each of steps) {
    if (each.do === "restart") {
      await node.close();
      node = await startNode();
    } else if (each.do === "prune") {
      await sql(
        "update sync_outcomes set created_at = created_at - interval '31 days' where session_id = $1",
        [outboxId],
      );
      await deleteExpired(service.database);
      model.prune();
    } else {
      const n = Math.max(1, model.last + each.ahead);
      if (!refused.has(n)) refused.set(n, each.mood === "refuse");
      const isRefused = refused.get(n)!;
      const mood = each.mood === "busy" ? "busy" : isRefused ? "refuse" : "write";
      const mark = `${outboxId} ${n} ${each.variant}`;
      const acked = Math.max(0, n - 1 - each.acks);
      const args = { diaryId: team.diaryId, mark, isRefused };
      const operation = createOperation(outboxId, n, "test:leaveMark", args, { acked });
      const isUnknown = model.last === 0;
      if (each.from === "other" && !isUnknown) {
        expect((await sendAsOther(operation)).answer).toEqual({ code: "access-denied" });
        continue;
      }
      if (mood === "busy") busyMarks.add(mark);
      // Both sent the same; the second answer is what the model says to a repeat, which is the same too.
      const nodes = each.from === "two" ? [service.url, node.url] : [node.url];
      const answers = await Promise.all(nodes.map((to) => send(operation, { to })));
      busyMarks.clear();
      const expected = model.send(n, mark, { acked, mood });
      for (const { answer } of answers) expect(readMark(answer)).toEqual(expected);
    }
  }
  const marks = await sql("select target_id from audit_events where target_id like $1 || ' %' order by id", [
    outboxId,
  ]);
  expect(marks.map(({ target_id }) => target_id)).toEqual(model.marks);
  const kept = await sql("select request_id::int as n from sync_outcomes where session_id = $1 order by 1", [
    outboxId,
  ]);
  const unread = [...model.answers.keys()].filter((n) => n > model.acked);
  expect(kept.map(({ n }) => n)).toEqual(unread);
}

/** An answer with its mark as its value. */
function readMark(answer: Answer): Answer {
  if (!("value" in answer)) return answer;
  const { mark, repeated } = answer.value as { mark?: string; repeated?: true };
  return { value: repeated ? "repeated" : mark };
}

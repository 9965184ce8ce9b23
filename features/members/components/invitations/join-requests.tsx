import { t } from "../../../../lib/words/t.ts";
import { List } from "../../../../ui/list.tsx";
import { Section } from "../../../../ui/section.tsx";
import { useNow } from "../../../../ui/use-now.ts";
import { useRequestAnswers } from "../../client/use-request-answers.ts";
import { JoinRequestRow, type ShownRequest } from "./join-request-row.tsx";
import styles from "./pending-invitations.module.css";

/** People who ask to be let in, each with the two answers; renders nothing without any. */
export function JoinRequests({ requests }: { requests: readonly ShownRequest[] | undefined }) {
  const { pending, answer } = useRequestAnswers();
  const now = useNow();
  const shown = requests?.filter(({ invitation }) => invitation.expiresAt > now) ?? [];
  if (shown.length === 0) return null;
  return (
    <Section title={t("joining.title")} className={styles.requests}>
      <List>
        {shown.map((request) => (
          <JoinRequestRow
            key={request._id}
            request={request}
            now={now}
            answer={pending?.id === request._id ? pending.answer : null}
            onAnswer={(how) => void answer(request, how)}
          />
        ))}
      </List>
    </Section>
  );
}

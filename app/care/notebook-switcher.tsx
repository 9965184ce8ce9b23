import { Badge, Tabs } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useQuery } from "convex/react";
import { useMyInvitations } from "../../features/members/client/use-my-invitations.ts";
import { MyInvitations } from "../../features/members/components/invitations/my-invitations.tsx";
import { api } from "../../lib/api.ts";
import { t } from "../../lib/words/t.ts";
import { LinkButton } from "../../ui/link-button.tsx";
import { Loading } from "../../ui/loading.tsx";
import { Modal } from "../../ui/modal.tsx";
import { notifyFailure } from "../../ui/notify.ts";
import styles from "./notebook-switcher.module.css";
import { SwitcherList } from "./switcher-list.tsx";

type NotebookSwitcherProps = { opened: boolean; onClose: () => void };

/** The dialog to switch to another notebook and to answer invitations (care core 2, screen 1). */
export function NotebookSwitcher({ opened, onClose }: NotebookSwitcherProps) {
  const notebooks = useQuery(api.diaries.listMyDiaries, {})?.filter(({ isArchived }) => !isArchived);
  const invitations = useMyInvitations();
  return (
    <Modal opened={opened} onClose={onClose} title={t("switcher.title")} size="lg">
      <Tabs defaultValue="notebooks" keepMounted={false} classNames={{ tab: styles.tab }}>
        <Tabs.List>
          <Tabs.Tab value="notebooks" rightSection={<Count of={notebooks} />}>
            {t("switcher.careNotes")}
          </Tabs.Tab>
          <Tabs.Tab value="invitations" rightSection={<Count of={invitations} isNews />}>
            {t("switcher.invitations")}
          </Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="notebooks" className={styles.panel}>
          {notebooks ? (
            <SwitcherList notebooks={notebooks} onChosen={onClose} />
          ) : (
            <Loading label={t("switcher.loading")} />
          )}
          <div className={styles.foot}>
            <LinkButton to="/care" variant="subtle" onClick={onClose}>
              {t("switcher.all")}
            </LinkButton>
            <LinkButton
              to="/care/new"
              variant="default"
              leftSection={<IconPlus size={20} aria-hidden="true" />}
              onClick={onClose}
            >
              {t("switcher.create")}
            </LinkButton>
          </div>
        </Tabs.Panel>
        <Tabs.Panel value="invitations" className={styles.panel}>
          {!invitations && <Loading label={t("switcher.loadingInvitations")} />}
          {invitations?.length === 0 && <p className={styles.none}>{t("switcher.noInvitations")}</p>}
          {invitations && (
            <MyInvitations invitations={invitations} onAccepted={onClose} onFailure={notifyFailure} />
          )}
        </Tabs.Panel>
      </Tabs>
    </Modal>
  );
}

/** A count, coloured when something waits for an answer. Empty until it is known. */
function Count({ of: things, isNews = false }: { of: unknown[] | undefined; isNews?: boolean }) {
  if (!things) return null;
  const isUrgent = isNews && things.length > 0;
  return (
    <Badge variant={isUrgent ? "filled" : "default"} color="red">
      {things.length}
    </Badge>
  );
}

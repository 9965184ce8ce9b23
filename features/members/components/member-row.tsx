import { Badge, Button } from "@mantine/core";
import { memo } from "react";
import type { Member } from "../../../lib/api.ts";
import { formatShortDate } from "../../../lib/dates/time.ts";
import { t } from "../../../lib/words/t.ts";
import { Actions } from "../../../ui/actions.tsx";
import { Card } from "../../../ui/card.tsx";
import { joinClassNames } from "../../../ui/class-names.ts";
import { PhotoAvatar } from "../../../ui/photo-avatar.tsx";
import { RelativeTime } from "../../../ui/relative-time.tsx";
import { Rich } from "../../../ui/rich.tsx";
import { Soft } from "../../../ui/text.tsx";
import { getRoleName } from "../../notebooks/rules/roles.ts";
import { getMemberName } from "../client/membership-news.ts";
import type { AssignableRole } from "../rules.ts";
import styles from "./member-row.module.css";
import { RoleMenu } from "./role-menu.tsx";

/** The viewer's actions on the members of a list; null or empty where they aren't allowed. */
export type MemberActions = {
  remove: ((member: Member) => void) | null;
  roles: readonly AssignableRole[];
  giveRole: (member: Member, role: AssignableRole) => void;
  makeOwner: ((member: Member) => void) | null;
  leave: (() => void) | null;
};

type MemberRowProps = { member: Member; isMe: boolean; isRemoving: boolean; actions: MemberActions };

/** One member with their role and the viewer's actions. */
export const MemberRow = memo(function MemberRow({ member, isMe, isRemoving, actions }: MemberRowProps) {
  const name = getMemberName(member);
  const isOwner = member.role === "owner";
  const { remove, roles, giveRole, makeOwner, leave } = actions;
  return (
    <Card size="row" className={joinClassNames(styles.member, isRemoving && styles.removing)}>
      <PhotoAvatar name={member.user.name} avatarUrl={member.avatarUrl} size={44} />
      <div className={styles.words}>
        <h3 className={styles.name}>
          {name} {isMe && <Badge variant="default">{t("members.me")}</Badge>}
        </h3>
        <Soft>{member.user.email}</Soft>
        <Soft>
          <Rich
            text="members.joined"
            values={{
              when: formatShortDate(member.joinedAt),
              time: (when) => <RelativeTime at={member.joinedAt}>{when}</RelativeTime>,
              hasInviter: String(Boolean(member.inviter)),
              inviter: member.inviter?.name || t("members.unknownUser"),
            }}
          />
        </Soft>
      </div>
      <Actions isTight className={styles.actions}>
        {roles.length > 0 && !isOwner && !isMe ? (
          <RoleMenu
            name={name}
            role={member.role}
            roles={roles}
            onChoose={(role) => giveRole(member, role)}
            onMakeOwner={makeOwner && (() => makeOwner(member))}
          />
        ) : (
          <Badge variant="outline">{getRoleName(member.role)}</Badge>
        )}
        {isOwner && <span className={styles.detail}>{t("members.cannotRemove")}</span>}
        {remove && !isOwner && !isMe && (
          <Button
            variant="default"
            disabled={isRemoving}
            onClick={() => remove(member)}
            aria-label={isRemoving ? undefined : t("members.removeOne", { name })}
          >
            {isRemoving ? t("members.removing") : t("members.remove")}
          </Button>
        )}
        {leave && isMe && (
          <Button variant="default" onClick={leave}>
            {t("members.leaveTitle")}
          </Button>
        )}
      </Actions>
    </Card>
  );
});

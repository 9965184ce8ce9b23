import { Radio } from "@mantine/core";
import { t } from "../../../../lib/words/t.ts";
import { ROLE_LABELS, ROLE_RIGHTS, ROLE_RIGHTS_IN_BRIEF } from "../../../notebooks/rules/roles.ts";
import { INVITATION_ROLES, type InvitationRole } from "../../rules/invitations.ts";
import styles from "./invite-panel.module.css";

type RoleChoiceProps = {
  role: InvitationRole;
  onChoose: (role: InvitationRole) => void;
  disabled: boolean;
  /** In one line each, so that the next fields are on a phone's first screenful. */
  isBrief?: boolean;
};

/** The offered roles, each with its rights. */
export function RoleChoice({ role, onChoose, disabled, isBrief }: RoleChoiceProps) {
  return (
    <Radio.Group
      label={t("invitations.role")}
      value={role}
      onChange={(value) => onChoose(value as InvitationRole)}
    >
      <div className={isBrief ? styles.brief : styles.roles}>
        {INVITATION_ROLES.map((each) => (
          <Radio
            key={each}
            value={each}
            label={ROLE_LABELS[each]}
            description={
              isBrief ? ROLE_RIGHTS_IN_BRIEF[each] : t("invitations.can", { rights: ROLE_RIGHTS[each] })
            }
            disabled={disabled}
          />
        ))}
      </div>
    </Radio.Group>
  );
}

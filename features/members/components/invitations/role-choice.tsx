import { Radio } from "@mantine/core";
import { t } from "../../../../lib/words/t.ts";
import { getRoleRights, getRoleRightsInBrief } from "../../../notebooks/rules/role-rights.ts";
import { getRoleName } from "../../../notebooks/rules/roles.ts";
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
            label={getRoleName(each)}
            description={
              isBrief ? getRoleRightsInBrief(each) : t("invitations.can", { rights: getRoleRights(each) })
            }
            disabled={disabled}
          />
        ))}
      </div>
    </Radio.Group>
  );
}

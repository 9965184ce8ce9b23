import { Link } from "@tanstack/react-router";
import { api } from "../../../lib/api.ts";
import { t } from "../../../lib/words/t.ts";
import { BackLink } from "../../../ui/back-link.tsx";
import { Folded } from "../../../ui/folded.tsx";
import { LinkLine } from "../../../ui/link-line.tsx";
import { Loading } from "../../../ui/loading.tsx";
import { Page } from "../../../ui/page.tsx";
import { PageHeader } from "../../../ui/page-header.tsx";
import { useLiveQuery } from "../../../ui/use-live-query.ts";
import type { Proving, Returned } from "../../account/client/public.ts";
import { useReminderRules, useReminderSettings } from "../client/use-reminder-settings.ts";
import { getDeviceZone } from "../client/zone-question.ts";
import { Devices } from "../components/devices.tsx";
import { KindRules } from "../components/kind-rules.tsx";
import { LockScreen } from "../components/lock-screen.tsx";
import type { SendLink } from "../components/mail-address.tsx";
import { OwnClock } from "../components/own-clock.tsx";
import { QuietHours } from "../components/quiet-hours.tsx";
import { Sentences } from "../components/sentences.tsx";
import { SummaryTimes } from "../components/summary-times.tsx";

type ReminderSettingsProps = {
  proving: Proving;
  /** The form that the person left to sign in again. */
  returned: Returned | null;
  /** Null where this server sends no such link. */
  sendLink: SendLink | null;
};

/**
 * `/notifications/settings`: the channels, times and kinds of the reader's notifications. Each choice is saved at once.
 */
export function ReminderSettingsScreen({ proving, returned, sendLink }: ReminderSettingsProps) {
  const { settings, change } = useReminderSettings();
  const { rules, choose } = useReminderRules();
  const targets = useLiveQuery(api.notifications.listTargets, {});
  const notebooks = useLiveQuery(api.diaries.listMyDiaries, {});
  // Until a device has sent the user's time zone, this device's counts.
  const zone = settings?.timeZone ?? getDeviceZone();
  return (
    <Page gap="lg">
      <PageHeader
        title={t("reminders.title")}
        above={<BackLink to="/notifications">{t("reminders.notifications")}</BackLink>}
        subtitle={t("reminders.canFail")}
      />
      {/* All of it at once: a part that comes later would push away the others. */}
      {settings && rules && targets && notebooks ? (
        <>
          <Sentences
            rules={rules}
            settings={settings}
            zone={zone}
            onChoose={choose}
            onChange={change}
            sendLink={sendLink}
          />
          <Folded name="reminders" title={t("reminders.inDetail")}>
            <KindRules rules={rules} onChoose={choose} targets={targets} notebooks={notebooks} />
          </Folded>
          <QuietHours settings={settings} zone={zone} onChange={change} />
          <Devices targets={targets} proving={proving} returned={returned} />
          <LockScreen settings={settings} onChange={change} />
          <SummaryTimes settings={settings} zone={zone} onChange={change} />
          <OwnClock settings={settings} zone={zone} onChange={change} />
        </>
      ) : (
        <Loading label={t("reminders.loading")} rows={6} />
      )}
      <LinkLine>
        <Link to="/care">{t("reminders.wholeDays")}</Link>
      </LinkLine>
    </Page>
  );
}

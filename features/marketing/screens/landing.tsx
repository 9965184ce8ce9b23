import {
  IconBell,
  IconCalendarTime,
  IconChecklist,
  IconClipboardList,
  IconFileText,
  IconHeartHandshake,
  IconHome,
  IconMicrophone,
  IconPill,
  IconStethoscope,
  IconUsersGroup,
} from "@tabler/icons-react";
import { t } from "../../../lib/words/t.ts";
import plain from "../../../ui/plain.module.css";
import { CallToAction } from "../components/call-to-action.tsx";
import { Claims } from "../components/claims.tsx";
import { HeroPicture } from "../components/hero-picture.tsx";
import { PointList } from "../components/point-list.tsx";
import { SampleDiary } from "../components/sample-diary.tsx";
import { Tiles } from "../components/tiles.tsx";
import styles from "./landing.module.css";

const EVERY_DAY = [
  { Icon: IconPill, name: "landing.doses", text: "landing.dosesText" },
  { Icon: IconBell, name: "landing.reminders", text: "landing.remindersText" },
  { Icon: IconClipboardList, name: "landing.handover", text: "landing.handoverText" },
] as const;

const AUDIENCES = [
  { Icon: IconHome, name: "landing.families", text: "landing.familiesText" },
  { Icon: IconHeartHandshake, name: "landing.caregivers", text: "landing.caregiversText" },
  { Icon: IconUsersGroup, name: "landing.careTeams", text: "landing.careTeamsText" },
  { Icon: IconStethoscope, name: "landing.clinicians", text: "landing.cliniciansText" },
] as const;

const FEATURES = [
  { Icon: IconFileText, name: "landing.notes", text: "landing.notesText" },
  { Icon: IconCalendarTime, name: "landing.timeline", text: "landing.timelineText" },
  { Icon: IconChecklist, name: "landing.tasks", text: "landing.tasksText" },
  { Icon: IconMicrophone, name: "landing.recording", text: "landing.recordingText" },
] as const;

const FOR_FAMILIES = [
  { name: "landing.onePerson", text: "landing.onePersonText" },
  { name: "landing.invitations", text: "landing.invitationsText" },
  { name: "landing.privacy", text: "landing.privacyText" },
  { name: "landing.nobodyAsks", text: "landing.nobodyAsksText" },
] as const;

const FOR_CLINICIANS = [
  { name: "landing.history", text: "landing.historyText" },
  { name: "landing.medications", text: "landing.medicationsText" },
  { name: "landing.programs", text: "landing.programsText" },
  { name: "landing.visit", text: "landing.visitText" },
  { name: "landing.paper", text: "landing.paperText" },
] as const;

/** The landing page: the product, its audience, and a sample page of a notebook (workspace 2.2). */
export function LandingScreen() {
  return (
    <div className={styles.page}>
      <section className={styles.hero} aria-labelledby="headline">
        <div>
          <h1 id="headline">{t("landing.headline")}</h1>
          <p className={styles.lead}>{t("landing.lead")}</p>
          <div className={styles.actions}>
            <a href="/sign-up" className={plain.primary}>
              {t("landing.start")}
            </a>
            <a href="#demo" className={plain.secondary}>
              {t("landing.seeDemo")}
            </a>
          </div>
          <p className={styles.aside}>{t("landing.free")}</p>
        </div>
        <HeroPicture />
      </section>

      <section aria-labelledby="every-day">
        <h2 id="every-day">{t("landing.everyDay")}</h2>
        <Tiles tiles={EVERY_DAY} narrow />
      </section>

      <section aria-labelledby="audiences">
        <h2 id="audiences">{t("landing.audiences")}</h2>
        <Tiles tiles={AUDIENCES} narrow />
      </section>

      <section id="features" tabIndex={-1} aria-labelledby="features-heading">
        <h2 id="features-heading">{t("landing.features")}</h2>
        <Tiles tiles={FEATURES} />
      </section>

      <section id="families" tabIndex={-1} className={styles.side} aria-labelledby="families-heading">
        <div>
          <p className={styles.kicker}>{t("publicframe.forFamilies")}</p>
          <h2 id="families-heading">{t("landing.shareTitle")}</h2>
          <p>{t("landing.shareText")}</p>
        </div>
        <PointList points={FOR_FAMILIES} />
      </section>

      <section id="clinicians" tabIndex={-1} className={styles.side} aria-labelledby="clinicians-heading">
        <div>
          <p className={styles.kicker}>{t("publicframe.forClinicians")}</p>
          <h2 id="clinicians-heading">{t("landing.weeksTitle")}</h2>
          <p>{t("landing.weeksText")}</p>
        </div>
        <PointList points={FOR_CLINICIANS} />
      </section>

      <section id="demo" tabIndex={-1} aria-labelledby="demo-heading">
        <h2 id="demo-heading">{t("landing.sampleTitle")}</h2>
        <p className={styles.intro}>{t("landing.sampleText")}</p>
        <SampleDiary />
        <p className={styles.after}>
          <a href="/demo" className={plain.secondary}>
            {t("landing.explore")}
          </a>
        </p>
      </section>

      <section aria-labelledby="kept">
        <h2 id="kept">{t("landing.kept")}</h2>
        <Claims />
      </section>

      <CallToAction title={t("landing.closing")} text={t("landing.closingText")} />
    </div>
  );
}

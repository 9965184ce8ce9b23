import { useQuery } from "convex/react";
import { useEffect, useState, useSyncExternalStore } from "react";
import { useStarts } from "../../features/handover/client/use-starts.ts";
import { useArrivals } from "../../features/members/client/use-arrivals.ts";
import { useHomeTasks } from "../../features/tasks/client/public.ts";
import { useNews } from "../../features/updates/client/use-news.ts";
import { api } from "../../lib/api.ts";
import { writeStored } from "../../lib/browser-store.ts";
import { getViewersZone } from "../../lib/dates/zone-day.ts";
import { t } from "../../lib/words/t.ts";
import { Loading } from "../../ui/loading.tsx";
import { useLiveQuery } from "../../ui/use-live-query.ts";
import { useQuarterHour } from "../../ui/use-quarter-hour.ts";
import { useSteadyQuery } from "../../ui/use-steady-query.ts";
import { hasQuestion, watchWaiting } from "../../ui/waiting-changes.ts";
import { useShownSince } from "../sync/kept/use-shown-since.ts";
import { useSteadyFont } from "../theme/font.ts";
import { loadInKit, readKitPart } from "../theme/in-kit.ts";
import { HomeLists } from "./home.tsx";
import { useComingAppointments } from "./use-coming-appointments.ts";
import { useDoseDays } from "./use-dose-days.ts";
import { useLoaded } from "./use-loaded.ts";

const loadDoses = () => import("./today-parts.ts").then((m) => m.TodayDoses);
const loadTodayTasks = () => import("./today-parts.ts").then((m) => m.TodayTasks);
const loadClockNote = () =>
  import("../../features/notebooks/components/clock-note.tsx").then((m) => m.ClockNote);
const loadNewsList = () => import("../../features/updates/components/news-list.tsx").then((m) => m.NewsList);
const loadStrip = () => import("./news-strip.tsx").then((m) => m.NewsStrip);
// Parts that use the UI kit.
const loadRequests = () =>
  loadInKit(() =>
    import("../../features/members/components/invitations/join-requests.tsx").then((m) => m.JoinRequests),
  );
const loadRunning = () =>
  loadInKit(() =>
    import("../../features/escalation/components/running-state.tsx").then((m) => m.RunningState),
  );
const loadAppointments = () =>
  loadInKit(() =>
    import("../../features/visits/components/home-appointments.tsx").then((m) => m.HomeAppointments),
  );
const OpenedTaskById = readKitPart(() =>
  import("../tasks/opened-task-by-id.tsx").then((m) => m.OpenedTaskById),
);
const OpenedTask = readKitPart(() => import("../tasks/opened-task.tsx").then((m) => m.OpenedTask));

/** How many mentions of the reader are listed; the handover has all. */
const MAX_MENTIONS = 3;
/** Under this key is that home has the parts of `today-parts.ts`: `public/early.js` then loads them early. */
const HAS_PARTS = "home-parts";
/** From this width on the latest notes and updates are open at first. */
const WIDE_PX = 768;

/**
 * Home, from news and urgent items down to others' activity. All of it appears at once when all of it is loaded: a
 * "Give" that moves while the page loads gives another medicine. The lists below it load by themselves. Code is loaded
 * only for the parts in use.
 */
export function HomeParts() {
  const me = useLiveQuery(api.users.getCurrentUser, {});
  const requests = useArrivals()?.requests;
  const due = useSteadyQuery(api.doses.listDue, { at: useQuarterHour() }, "home");
  const tasks = useHomeTasks();
  // Few notebooks pass reminders on, and little of it is running.
  const running = useQuery(api.escalation.listRunning, {});
  const visits = useComingAppointments();
  const starts = useStarts();
  const news = useNews();
  const mentions = news?.groups.filter(({ mentionsMe }) => mentionsMe).slice(0, MAX_MENTIONS) ?? [];
  const notebooks = useLiveQuery(api.diaries.listMyDiaries, {});
  const doseDays = useDoseDays(notebooks);
  // A waiting dose that conflicts with another asks here, though nothing may be due.
  const isAsked = useSyncExternalStore(watchWaiting, hasQuestion);

  const isKept = useShownSince() !== null;
  const hasOtherClock = Boolean(notebooks?.some(({ timeZone }) => timeZone !== getViewersZone()));
  const parts = [
    useLoaded(loadRequests, Boolean(requests?.length)),
    useLoaded(loadDoses, Boolean(due?.length || doseDays?.length) || isAsked),
    useLoaded(loadRunning, Boolean(running?.length)),
    useLoaded(loadStrip, Boolean(starts?.length)),
    useLoaded(loadNewsList, mentions.length > 0),
    useLoaded(loadTodayTasks, Boolean(tasks?.tasks.length)),
    useLoaded(loadClockNote, hasOtherClock),
    useLoaded(loadAppointments, Boolean(visits?.length)),
  ] as const;
  const [Requests, Doses, Running, Strip, Mentions, Tasks, Clock, Appointments] = parts;
  const isDayThere = me && due && tasks && notebooks && doseDays;
  // Without the server there is no news; the day is shown as it was.
  const isThere = isDayThere && (isKept || (requests && running && starts && news && visits));
  const isLoaded = !parts.includes(undefined);
  // Once it is shown it stays: later parts appear in their own place.
  const [isShown, setIsShown] = useState(false);
  if (!isShown && isThere && isLoaded) setIsShown(true);
  useSteadyFont(isShown);
  const hasParts = Boolean(Doses || Tasks);
  useEffect(() => {
    if (isShown) writeStored(HAS_PARTS, hasParts || null);
  }, [isShown, hasParts]);
  if (!isShown || !me) return <Loading label={t("home.loading")} rows={6} />;

  const stateOf =
    running?.length && Running
      ? (subjectId: string, what: string, slot?: string) => (
          <Running subjectId={subjectId} slot={slot} what={what} />
        )
      : undefined;
  const pictures = new Map(
    notebooks?.filter(({ isArchived }) => !isArchived).map(({ _id, avatarUrl }) => [_id, avatarUrl]),
  );
  return (
    <>
      {starts && starts.length > 0 && news && Strip && (
        <Strip starts={starts} news={news}>
          {Mentions && mentions.length > 0 && (
            <Mentions
              groups={mentions}
              showsNotebook={starts.length > 1}
              openTask={(taskId, onClose) => (
                <OpenedTaskById key={taskId} taskId={taskId} onClose={onClose} />
              )}
            />
          )}
        </Strip>
      )}
      {hasOtherClock && Clock && <Clock />}
      {requests && requests.length > 0 && Requests && <Requests requests={requests} />}
      {due && doseDays && Doses && (
        <Doses
          due={due}
          all={doseDays}
          myId={me._id}
          pictures={pictures}
          stateOf={stateOf && (({ planId, slot, name }) => stateOf(planId, name, slot))}
        />
      )}
      {Tasks && (
        <Tasks
          me={{ userId: me._id, name: me.name }}
          details={(task, onClose) => <OpenedTask key={task._id} task={task} onClose={onClose} />}
          stateOf={stateOf && (({ _id, title }) => stateOf(_id, title))}
        />
      )}
      {visits && visits.length > 0 && Appointments && (
        <Appointments appointments={visits} myId={me._id} showsNotebook={(notebooks?.length ?? 0) > 1} />
      )}
      <HomeLists isOpenAtFirst={!notebooks?.length || window.innerWidth >= WIDE_PX} />
    </>
  );
}

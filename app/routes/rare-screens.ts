// Loaders of rarely opened screens. In a file of its own, loaded when the browser is idle: their addresses would be
// part of everybody's first file. Where one of them is opened first, the page names this file
// (scripts/build/preloads.ts).

export const members = () => import("../care/members-route.tsx").then((m) => m.MembersRoute);
export const info = () => import("../care/info-route.tsx").then((m) => m.InfoRoute);
export const editNotebook = () =>
  import("../../features/notebooks/screens/edit.tsx").then((m) => m.EditNotebookScreen);
export const doseMonth = () => import("../care/dose-month-route.tsx").then((m) => m.DoseMonthRoute);
export const plans = () => import("../care/plans-route.tsx").then((m) => m.PlansRoute);
export const newPlan = () => import("../../features/plans/screens/new-plan.tsx").then((m) => m.NewPlanScreen);
export const movePlans = () =>
  import("../../features/plans/screens/move-plans.tsx").then((m) => m.MovePlansScreen);
export const plan = () => import("../care/plan-route.tsx").then((m) => m.PlanRoute);
export const changePlan = () =>
  import("../../features/plans/screens/change-plan.tsx").then((m) => m.ChangePlanScreen);
export const visit = () => import("../../features/visits/screens/visit.tsx").then((m) => m.VisitScreen);
export const appointments = () =>
  import("../../features/visits/screens/appointments.tsx").then((m) => m.AppointmentsScreen);
export const appointment = () =>
  import("../../features/visits/screens/appointment.tsx").then((m) => m.AppointmentScreen);
export const escalation = () =>
  import("../../features/escalation/screens/escalation.tsx").then((m) => m.EscalationScreen);
export const programList = () =>
  import("../../features/programs/screens/program-list.tsx").then((m) => m.ProgramListScreen);
export const addProgram = () => import("../care/add-program-route.tsx").then((m) => m.AddProgramRoute);
export const libraryProgram = () =>
  import("../care/library-program-route.tsx").then((m) => m.LibraryProgramRoute);
export const activateProgram = () =>
  import("../../features/programs/screens/activate.tsx").then((m) => m.ActivateScreen);
export const program = () => import("../care/program-route.tsx").then((m) => m.ProgramRoute);
export const newNotebook = () =>
  import("../../features/notebooks/screens/new-notebook.tsx").then((m) => m.NewNotebookScreen);

export const repeatedTask = () => import("../tasks/repeated-task-route.tsx").then((m) => m.RepeatedTaskRoute);
export const reminderSettings = () =>
  import("../notifications/reminder-settings-route.tsx").then((m) => m.ReminderSettingsRoute);
export const share = () => import("../share/share-route.tsx").then((m) => m.ShareRoute);
export const notSent = () => import("../more/not-sent-route.tsx").then((m) => m.NotSentRoute);
export const account = () => import("../auth/account-route.tsx").then((m) => m.AccountRoute);
export const webhooks = () => import("../auth/webhooks-route.tsx").then((m) => m.WebhooksRoute);

export const adminLayout = () =>
  import("../../features/admin/components/admin-layout.tsx").then((m) => m.AdminLayout);
export const statistics = () =>
  import("../../features/admin/screens/statistics.tsx").then((m) => m.StatisticsScreen);
export const manageAdmins = () =>
  import("../../features/admin/screens/manage-admins.tsx").then((m) => m.ManageAdminsScreen);
export const queues = () => import("../../features/admin/screens/queues.tsx").then((m) => m.QueuesScreen);
export const table = () => import("../admin/table-route.tsx").then((m) => m.TableRoute);

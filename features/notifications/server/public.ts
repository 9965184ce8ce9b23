// What other rooms may use on the server.
export {
  type ChannelSender,
  type Delivery,
  type Outcome,
  registerChannel,
  type SendParts,
  type Target,
} from "./channels.ts";
export { breaksQuietHours, planDeliveries, quietEnd } from "./planned_deliveries.ts";
export { settingsOfPeople } from "./settings_data.ts";
export { readSubjects, type Subjects, seenSubject } from "./subjects.ts";

// What other rooms may use on the server.

export {
  type ChannelSender,
  type Delivery,
  type Outcome,
  registerChannel,
  type SendParts,
  type Target,
} from "./channels.ts";
export { notifyOfComment, notifyOfMember, notifyOfMentionInNote, notifyOfNote } from "./events.ts";

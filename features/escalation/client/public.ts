// What other rooms may use in the browser.
export { EscalationOffer, EscalationWay } from "../components/escalation-offer.tsx";
export { TakeOn } from "../components/take-on.tsx";

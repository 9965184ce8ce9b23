// What other rooms may use in the client.
export { WebhooksLink } from "../components/webhooks-link.tsx";

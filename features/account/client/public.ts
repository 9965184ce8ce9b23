// What other rooms may use in the client.

export { ProofField, proofLabel } from "../components/proof-field.tsx";
export type { KeptForm, Returned } from "./kept-form.ts";
export { byPassword, type Proving } from "./proving.ts";
export { type Proof, useProof } from "./use-proof.ts";
export { useReturn } from "./use-return.ts";

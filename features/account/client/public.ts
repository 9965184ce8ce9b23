// The room's public exports for the client.

export { ProofDialog, ProvenFormEnd } from "../components/proof-dialog.tsx";
export { ProofField, proofLabel } from "../components/proof-field.tsx";
export type { KeptForm, Returned } from "./kept-form.ts";
export { byPassword, type Proving } from "./proving.ts";
export { type Proof, useProof } from "./use-proof.ts";
export { useProvenForm } from "./use-proven-form.ts";
export { useReturn } from "./use-return.ts";

// The room's public exports for the client.

export { ProofDialog, ProvenFormEnd } from "../components/proof-dialog.tsx";
export type { KeptForm, Returned } from "./kept-form.ts";
export { byPassword, type Proving } from "./proving.ts";
export { type FormError, useFormErrors } from "./use-form-errors.ts";
export { useProvenForm } from "./use-proven-form.ts";
export { useReturn } from "./use-return.ts";

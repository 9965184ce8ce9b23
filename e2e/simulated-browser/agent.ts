// Runs in each page of the simulated browser, where it finds elements and acts on them as a person would.
import type { UserEvent } from "@testing-library/user-event";
import { Ivya } from "ivya";
import { getElementAccessibleDescription, getElementAccessibleName } from "ivya/utils";
import { agentClock } from "./agent-clock.ts";

/** Playwright's own way to find elements, as a library. */
const ivya = Ivya.create({ browser: "chromium" });
/** What acts as a person does; given by the page's process, see `page.ts`. */
let user: UserEvent;

let changes = 0;
new MutationObserver(() => changes++).observe(document, {
  subtree: true,
  childList: true,
  attributes: true,
  characterData: true,
});

/** The labels of a document by the ids of their controls: elements are found by label far more often. */
let labels: { at: number; byId: Map<string, HTMLLabelElement[]> } | undefined;
function labelsById(id: string): HTMLLabelElement[] {
  if (labels?.at !== changes) {
    labels = { at: changes, byId: new Map() };
    for (const label of document.querySelectorAll("label"))
      if (label.htmlFor) labels.byId.set(label.htmlFor, [...(labels.byId.get(label.htmlFor) ?? []), label]);
  }
  return labels.byId.get(id) ?? [];
}

/** Inputs whose value is chosen rather than typed, so that it is set whole. */
const CHOSEN = ["color", "date", "time", "datetime-local", "month", "range", "week"];

const agent = {
  clock: agentClock,
  actAs(person: UserEvent): void {
    user = person;
  },
  labelsById,
  /** Grows whenever the document changes. */
  changes: () => changes,
  find: (selector: string): Element[] => ivya.queryLocatorSelectorAll(selector, document),
  /** The control of a label, or the element itself. */
  control(element: Element): Element {
    return (element.closest("label") as HTMLLabelElement | null)?.control ?? element;
  },
  isDisabled(element: Element): boolean {
    const control = element.closest("button, input, select, textarea, option, fieldset");
    if (control && (control as HTMLButtonElement).disabled) return true;
    const fieldset = control?.closest("fieldset:disabled, fieldset[disabled]");
    if (fieldset && !control?.closest("legend")) return true;
    return element.closest("[aria-disabled]")?.getAttribute("aria-disabled") === "true";
  },
  isChecked(element: Element): boolean {
    const state = element.getAttribute("aria-checked");
    return state === null ? Boolean((element as HTMLInputElement).checked) : state === "true";
  },
  nameOf: (element: Element) => getElementAccessibleName(element, false),
  descriptionOf: (element: Element) => getElementAccessibleDescription(element, false),
  click: (element: Element, times: number) => (times === 2 ? user.dblClick(element) : user.click(element)),
  hover: (element: Element) => user.hover(element),
  keyboard: (keys: string) => user.keyboard(keys),
  /** Replaces the text of a field, as by selecting it all and pasting. */
  fill(element: Element, text: string): void {
    const field = element as HTMLInputElement;
    field.focus();
    const isEditable = field.isContentEditable;
    if (!isEditable && !("value" in field)) throw new Error("This element has no text to replace");
    if (isEditable) field.textContent = text;
    else setValue(field, text);
    field.dispatchEvent(new InputEvent("input", { bubbles: true, data: text, inputType: "insertText" }));
    if (CHOSEN.includes(field.type)) field.dispatchEvent(new Event("change", { bubbles: true }));
  },
  hasOption: (element: Element, wanted: Wanted) => optionOf(element, wanted) !== undefined,
  /** Chooses an option that there is. */
  select(element: Element, wanted: Wanted): void {
    const field = element as HTMLSelectElement;
    field.focus();
    setValue(field, optionOf(field, wanted)!.value);
    field.dispatchEvent(new Event("input", { bubbles: true }));
    field.dispatchEvent(new Event("change", { bubbles: true }));
  },
  upload: (element: Element, files: { name: string; mimeType: string; bytes: Uint8Array }[]) =>
    user.upload(
      element as HTMLInputElement,
      files.map(({ name, mimeType, bytes }) => new File([bytes as BlobPart], name, { type: mimeType })),
    ),
};

type Wanted = { value?: string; label?: string };

/** The option of a field with this value and label. */
const optionOf = (field: Element, wanted: Wanted): HTMLOptionElement | undefined =>
  [...(field as HTMLSelectElement).options].find(
    ({ value, label, text }) =>
      (wanted.value === undefined || value === wanted.value) &&
      (wanted.label === undefined || (label || text).trim() === wanted.label),
  );

/** Sets a value past React's own property, which would take the change for one that React made. */
function setValue(field: HTMLInputElement | HTMLSelectElement, value: string): void {
  const prototype = Object.getPrototypeOf(field) as object;
  Object.getOwnPropertyDescriptor(prototype, "value")!.set!.call(field, value);
}

export type Agent = typeof agent;

(globalThis as unknown as { agentOfTests: Agent }).agentOfTests = agent;

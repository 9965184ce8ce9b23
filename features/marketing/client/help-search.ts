import { chooseOutcome, matchesSearch } from "../rules.ts";

/**
 * Filters the cards and questions of the help page as one types (the markup is in `screens/help.tsx`), and opens the one
 * that the address names.
 */
export function startHelpSearch(page: Document): void {
  const form = page.querySelector<HTMLFormElement>("form[data-help-search]");
  const field = form?.querySelector("input");
  const outcome = form?.querySelector('[role="status"]');
  const nothing = page.querySelector<HTMLElement>("[data-help-nothing]");
  if (!form || !field || !outcome || !nothing) return;
  const outcomes: string[] = JSON.parse(form.dataset.helpSearch!);
  const groups = [...page.querySelectorAll<HTMLElement>("[data-help-group]")];

  function filter() {
    let found = 0;
    for (const group of groups) {
      let shown = 0;
      for (const item of group.querySelectorAll<HTMLElement>("[data-help-item]")) {
        item.hidden = !matchesSearch(field!.value, item.textContent);
        if (!item.hidden) shown++;
      }
      group.hidden = shown === 0;
      found += shown;
    }
    outcome!.textContent = chooseOutcome(field!.value, found, outcomes);
    nothing!.hidden = found > 0;
  }

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    filter();
  });
  field.addEventListener("input", filter);
  // Keeps the search in the URL, so that it can be linked to and survives navigation.
  field.value = new URLSearchParams(page.location.search).get("q") ?? field.value;
  filter();
  openTopic(page);
}

/** Opens the question that the address names: `#handover`. */
function openTopic(page: Document): void {
  const topic = page.location.hash.slice(1);
  const question = topic === "" ? null : page.getElementById(topic);
  if (!(question instanceof HTMLDetailsElement)) return;
  question.open = true;
  question.scrollIntoView();
}

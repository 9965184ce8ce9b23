/**
 * Words that comments use for technical things although the field has its own: "told" for notified, "stands" for is
 * current, pronouns without a noun. Each with the most that other open projects of the field have, per 10,000 words.
 */
export const DIALECT: Record<string, { pattern: RegExp; goal: number }> = {
  "somebody, someone": { pattern: /\b(?:somebody|someone)\b/gi, goal: 0.9 },
  "whoever, whatever, whichever": { pattern: /\b(?:whoever|whatever|whichever)\b/gi, goal: 3.6 },
  "stands, stood": { pattern: /\b(?:stands?|stood|standing)\b/gi, goal: 2 },
  "says, said": { pattern: /\b(?:says?|said|saying)\b/gi, goal: 3.6 },
  "tells, told": { pattern: /\b(?:tells?|told|telling)\b/gi, goal: 3.6 },
  beside: { pattern: /\bbeside\b/gi, goal: 0.6 },
  "of which, at whom": {
    pattern: /\b(?:of|at|to|for|in|by|from|with|on) (?:which|whom|whose)\b/gi,
    goal: 5.5,
  },
  "what is, one that, those of": {
    pattern: /\b(?:what (?:is|was|are|were)|one that|those of)\b/gi,
    goal: 3.6,
  },
};

/** The same words as parts of identifiers, and nouns without a meaning. */
const IN_NAMES =
  /(?:^|_)(?:told|tells?|said|says?|stands?|stood|beside|somebody|whoever|whatever|matters?|things?)(?=_|$)/;

/** The parts of an identifier, joined by "_" in lower case: `isToldOf` is `is_told_of`. */
export const splitName = (name: string): string =>
  name
    .replace(/([a-z0-9])([A-Z])/g, "$1_$2")
    .replace(/([A-Z]+)([A-Z][a-z])/g, "$1_$2")
    .toLowerCase();

/** Whether an identifier has a word of the dialect. */
export const hasDialectWord = (name: string): boolean => IN_NAMES.test(splitName(name));

/** How many words a comment has. */
export const countWords = (text: string): number => text.match(/[\p{L}\d'’-]+/gu)?.length ?? 0;

const VERBS =
  "abort accept admit become clamp concat crop diagnose discover escalate exchange linkify mask meet pluralize preload readmit renew sweep unassign unmark wipe zoom acknowledge acquire activate add adjust adopt align allow announce answer append apply approve archive arm ask assemble assert assign attach attempt await begin bind block break build bump cache calculate call cancel carry catch change charge check choose claim clean clear click clone close collapse collect combine come commit compare compile complete compose compress compute confirm connect consume contain continue convert copy correct count create cut date deactivate debounce decide decline decode decrypt deduplicate defer define delay delete deliver derive describe destroy detach detect determine dial disable discard dismiss dispatch display distribute divide do download drag draw drop edit embed emit empty enable encode encrypt end enqueue ensure enter erase escape establish estimate evaluate examine except exclude execute expand expect expire explain export expose extend extract fail fetch fill filter find finish fire fit fix flatten flip flush focus fold follow forget format forward free freeze generate get give go grant group grow guard guess handle hash hide highlight hold honour identify ignore import include increase increment index infer inform inherit insert inspect install interpret intersect invalidate invite invoke issue iterate join jump keep know label launch lay leave lift limit link list listen load localize locate lock log lookup look lower make manage map mark match measure merge migrate mix mount move multiply name narrow negotiate normalize note notify number observe obtain offer omit open order outlive override overwrite pack pad page paginate parse pass paste patch pause perform permit persist pick pin place plan play poll pop post postpone prefer prefix prepare present preserve press prevent preview print probe process produce propagate propose protect provide prune publish pull purge push put query queue quote raise reach react read rebuild recall receive reclaim recognise recompute reconnect record recover redirect redraw reduce refer refine refresh refuse register reject relate release reload remember remind remove rename render reopen reorder repair repeat replace reply report request require reserve reset resolve respect respond restart restore restrict resume retain retry return reveal reverse revert review revive revoke rewrite ring rotate round route run sanitize save scale scan schedule scroll seal search see seed select send separate serialize serve set settle shape share shift shorten show shrink shuffle shut sign simplify simulate skip sleep slice snap snooze sort spawn split spread start stop store stream strip style submit subscribe subtract suggest sum summarize supply suppress suspend swap switch sync tag take talk tap test throttle throw tidy toggle touch track trace transfer transform translate treat trigger trim truncate trust try turn type undo unfold unify unlink unlock unpack unregister unseal unsubscribe untrack unwrap unzip update upgrade upload use validate verify view visit wait wake walk want warn wash watch weigh widen withdraw withhold wrap write yield zip".split(
    " ",
  );
/** What the names of predicates, conversions and handlers begin with; `t` translates. */
const OTHER_BEGINNINGS =
  "is are was were has have had can could may must should will would does did needs wants allows admits covers takes sees owns knows contains matches fits to from with on as t".split(
    " ",
  );
const BEGINNINGS = new Set([...VERBS, ...OTHER_BEGINNINGS]);

/** Whether a function's name begins with a verb, or as predicates, conversions, hooks and handlers do. */
export const beginsWithVerb = (name: string): boolean => BEGINNINGS.has(splitName(name).split("_")[0]!);

/** Whether a name ends in a preposition, as `amountOf` does; "sign in" is a verb. */
export const endsInPreposition = (name: string): boolean =>
  /[a-z0-9](?:Of|In|For|At|By)$/.test(name) && !/(?:[sS]ign|Signed)In$/.test(name);

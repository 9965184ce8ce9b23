import { ProsePage } from "../components/prose-page.tsx";

/** `/intended-purpose`: the purposes of the product, and its limits. */
export function IntendedPurposeScreen() {
  return (
    <ProsePage
      path="/intended-purpose"
      lead="CareDiary is a notebook. It keeps what people write, shows it to those they choose, and reminds them of times they entered."
      sections={[
        {
          id: "not",
          title: "What it isn't",
          body: (
            <p>
              It isn't a medical device. It doesn't diagnose, calculate doses, judge values, or watch over
              anybody. In an emergency call your emergency number.
            </p>
          ),
        },
        {
          id: "medicines",
          title: "Medicines",
          body: (
            <>
              <p>
                A plan says what people entered: which medicine, when and how much, and which limits, with who
                said so. CareDiary has no list of medicines and no limits of its own. It shows what was
                recorded, by whom and when. It compares an entry with other entries and with the limits that
                people entered, and tells what it found. What to do then is decided by people, not by the
                program.
              </p>
              <p>
                A dose without an entry is “not recorded”: nobody can know from a notebook whether it was
                given. What is left of a medicine is computed from what people counted and recorded.
              </p>
            </>
          ),
        },
        {
          id: "times",
          title: "Times and reminders",
          body: (
            <p>
              It reminds people at times that you entered. It calls no help, and reminders can fail. Screens
              can be out of date where there is no connection, and they say so. Don't rely on it alone.
            </p>
          ),
        },
      ]}
    />
  );
}

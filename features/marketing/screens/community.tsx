import { ProsePage } from "../components/prose-page.tsx";

/** `/community`: static text (workspace 2.2). */
export function CommunityScreen() {
  return (
    <ProsePage
      path="/community"
      lead="Caring for somebody can be lonely. This page is where people who do it will find each other. Most of it isn't there yet, and we say which."
      sections={[
        {
          id: "programs",
          title: "Share a care program",
          body: (
            <>
              <p>
                A care program is a file that turns a doctor's plan into days and tasks. Five come with the
                program: after a hip replacement, coming home after a stroke, living at home with dementia,
                new type 2 diabetes, and a chemotherapy cycle at home. You can upload your own and give the
                file to others.
              </p>
              <p>
                <strong>Coming soon:</strong> a public collection where families and clinicians propose
                programs and read what others changed.
              </p>
            </>
          ),
        },
        {
          id: "stories",
          title: "Stories and questions",
          body: (
            <p>
              <strong>Coming soon:</strong> a moderated place to ask how others do it, from the first night
              home to sharing the work fairly. Nothing from your notebooks will ever appear there by itself.
            </p>
          ),
        },
        {
          id: "meetings",
          title: "Meetings",
          body: (
            <p>
              <strong>Coming soon:</strong> an open hour each month, for questions about the program and for
              ideas.
            </p>
          ),
        },
        {
          id: "take-part",
          title: "Take part today",
          body: (
            <>
              <p>
                The software is open under the MIT licence. Whoever can read code may read, run and change it;
                whoever translates, tests with a screen reader or writes programs helps as much. Its
                documentation begins in the file README of the source.
              </p>
              <p>
                Until then the <a href="/help">Help Center</a> answers what comes up in the first days.
              </p>
            </>
          ),
        },
      ]}
    />
  );
}

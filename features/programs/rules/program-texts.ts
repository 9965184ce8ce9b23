import { PROGRAM_LIMITS, type Problem, type ProgramFile, type ProgramTexts } from "../rules.ts";

type Translated = Pick<ProgramFile, "programName" | "description" | "category" | "tags" | "content">;

/** What replaces the texts of a program: given their keys, the texts and their limits. */
type Writer = {
  one: (key: string, text: string, most: number) => string;
  many: (key: string, texts: string[], most: number) => string[];
};

/**
 * A program with other texts. Keys are made of ids: ids of phases and activities are unique in the program, ids of tasks
 * in their activity.
 */
function writeTexts<Program extends Translated>(program: Program, { one, many }: Writer): Program {
  const { name, title: titleMost, description: most } = PROGRAM_LIMITS;
  const write = (key: string, text: string, limit: number) => (text === "" ? "" : one(key, text, limit));
  const writeList = (key: string, list: string[], limit: number) =>
    list.length === 0 ? list : many(key, list, limit);
  const { baselineEvent, phases } = program.content;
  return {
    ...program,
    programName: write("programName", program.programName, name),
    description: write("description", program.description, most),
    category: write("category", program.category, PROGRAM_LIMITS.category),
    tags: writeList("tags", program.tags, PROGRAM_LIMITS.tag),
    content: {
      ...program.content,
      baselineEvent: baselineEvent && {
        ...baselineEvent,
        name: write("baselineEvent.name", baselineEvent.name, name),
        description: write("baselineEvent.description", baselineEvent.description, most),
      },
      phases: phases.map((phase) => {
        const key = `phases.${phase.phaseId}`;
        return {
          ...phase,
          title: write(`${key}.title`, phase.title, titleMost),
          guidance: write(`${key}.guidance`, phase.guidance, most),
          description: write(`${key}.description`, phase.description, most),
          activities: phase.activities.map((activity) => {
            const { activityId, contraindicators } = activity;
            const key = `activities.${activityId}`;
            return {
              ...activity,
              title: write(`${key}.title`, activity.title, titleMost),
              description: write(`${key}.description`, activity.description, most),
              contraindicators: writeList(
                `${key}.contraindicators`,
                contraindicators,
                PROGRAM_LIMITS.contraindicator,
              ),
              tasks: activity.tasks.map((task) => {
                const key = `tasks.${activityId}.${task.taskId}`;
                return {
                  ...task,
                  title: write(`${key}.title`, task.title, titleMost),
                  description: write(`${key}.description`, task.description, most),
                };
              }),
            };
          }),
        };
      }),
    },
  };
}

/** A program in another language; texts that the language lacks stay as they are. */
export function translateProgram<Program extends Translated>(program: Program, texts: ProgramTexts): Program {
  const find = (key: string) => (Object.hasOwn(texts, key) ? texts[key] : undefined);
  return writeTexts(program, {
    one(key, text) {
      const found = find(key);
      return typeof found === "string" ? found : text;
    },
    many(key, list) {
      const found = find(key);
      return Array.isArray(found) ? found : list;
    },
  });
}

/** The texts of a program that can be translated, by their keys, with the limit of their length. */
export function listProgramTexts(
  program: Translated,
): Map<string, { text: string | string[]; most: number }> {
  const found = new Map<string, { text: string | string[]; most: number }>();
  writeTexts(program, {
    one(key, text, most) {
      found.set(key, { text, most });
      return text;
    },
    many(key, text, most) {
      found.set(key, { text, most });
      return text;
    },
  });
  return found;
}

/** The problems of the translations in a program file. */
export function findTextProblems(program: ProgramFile): Problem[] {
  const { language, texts = {} } = program;
  const languages = Object.entries(texts);
  if (languages.length === 0) return [];
  if (language === undefined) return [{ path: "language", message: "is missing: the file has `texts`" }];
  const known = listProgramTexts(program);
  return languages.flatMap(([code, translation]) => {
    const path = `texts.${code}`;
    if (code === language) return [{ path, message: "is the program's own language" }];
    return Object.entries(translation).flatMap(([key, text]) => {
      const message = findTextProblem(known.get(key), text);
      return message === null ? [] : [{ path: `${path}.${key}`, message }];
    });
  });
}

function findTextProblem(
  own: { text: string | string[]; most: number } | undefined,
  given: string | string[],
): string | null {
  if (!own) return "isn't a text of this program";
  if (typeof own.text === "string") {
    if (typeof given !== "string") return "must be text";
  } else if (typeof given === "string" || given.length !== own.text.length) {
    return `must be a list of ${own.text.length}, as in the program`;
  }
  return [given].flat().some((text) => text.length > own.most)
    ? `may have at most ${own.most} characters`
    : null;
}

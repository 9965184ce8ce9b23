import { describe, expect, it } from "vitest";
import { eventWords, failureWords, toldInWords } from "./webhook-words.ts";

describe("the words of webhooks", () => {
  it("say of what it is told, and where", () => {
    expect(toldInWords({ areas: null, notebooks: null })).toBe("All changes, in all your notebooks");
    expect(toldInWords({ areas: ["notes", "tasks"], notebooks: [{ diaryId: "1", name: "Rosa Blum" }] })).toBe(
      "Notes and medication lists, tasks, in Rosa Blum",
    );
    expect(toldInWords({ areas: null, notebooks: [] })).toBe(
      "Nothing: you have left the notebooks that were chosen",
    );
  });

  it.each([
    ["503", "it answered 503"],
    ["ENOTFOUND", "there is no server with this address"],
    ["ECONNREFUSED", "it didn't answer"],
    ["ERR_TLS_CERT_ALTNAME_INVALID", "its certificate isn't valid"],
    ["DEPTH_ZERO_SELF_SIGNED_CERT", "its certificate isn't valid"],
    ["TimeoutError", "it didn't answer within ten seconds"],
    ["not permitted", "this server may not send to this address"],
  ])("say what %s means", (failure, words) => expect(failureWords(failure)).toBe(words));

  it("say what an event is", () => {
    expect(eventWords("note.created")).toBe("Note: new");
    expect(eventWords("dose.updated")).toBe("Dose: changed");
    expect(eventWords("notebook.deleted")).toBe("Notebook: deleted or left");
    expect(eventWords("test")).toBe("test");
  });
});

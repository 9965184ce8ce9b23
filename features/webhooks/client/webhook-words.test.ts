import { describe, expect, it } from "vitest";
import { formatFailure } from "../rules/failures.ts";
import { formatEvent, formatSubscription } from "./webhook-words.ts";

describe("the words of webhooks", () => {
  it("name its events and notebooks", () => {
    expect(formatSubscription({ areas: null, notebooks: null })).toBe("All changes, in all your notebooks");
    expect(
      formatSubscription({ areas: ["notes", "tasks"], notebooks: [{ diaryId: "1", name: "Rosa Blum" }] }),
    ).toBe("Notes and medication lists, tasks, in Rosa Blum");
    expect(formatSubscription({ areas: null, notebooks: [] })).toBe(
      "Nothing: you have left the notebooks that were chosen",
    );
  });

  it.each([
    ["503", "it answered 503"],
    ["ENOTFOUND", "there is no server with this address"],
    ["ECONNREFUSED", "it didn't answer"],
    ["ERR_TLS_CERT_ALTNAME_INVALID", "its certificate is for another address"],
    ["DEPTH_ZERO_SELF_SIGNED_CERT", "its certificate is from an issuer that this server doesn't know"],
    ["UNABLE_TO_VERIFY_LEAF_SIGNATURE", "its certificate is from an issuer that this server doesn't know"],
    ["CERT_HAS_EXPIRED", "its certificate has run out, or doesn't hold yet"],
    ["CERT_SIGNATURE_FAILURE", "its certificate isn't valid"],
    ["ERR_SSL_WRONG_VERSION_NUMBER", "there is no secure connection to it"],
    ["TimeoutError", "it didn't answer within ten seconds"],
    ["not permitted", "this server may not send to this address"],
  ])("say what %s means", (failure, words) => expect(formatFailure(failure)).toBe(words));

  it("name an event", () => {
    expect(formatEvent("note.created")).toBe("Note: new");
    expect(formatEvent("dose.updated")).toBe("Dose: changed");
    expect(formatEvent("notebook.deleted")).toBe("Notebook: deleted or left");
    expect(formatEvent("test")).toBe("test");
  });
});

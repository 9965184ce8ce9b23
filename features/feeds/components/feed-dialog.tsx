import { NativeSelect } from "@mantine/core";
import { useAction, useMutation } from "convex/react";
import { useState } from "react";
import { api, type CalendarFeed, type NotebookSummary } from "../../../lib/api.ts";
import { t } from "../../../lib/words/t.ts";
import { Fields } from "../../../ui/fields.tsx";
import { FormDialog } from "../../../ui/form-dialog.tsx";
import { Modal } from "../../../ui/modal.tsx";
import { notifySuccess } from "../../../ui/notify.ts";
import { useSubmit } from "../../../ui/use-submit.ts";
import { ProvenFormEnd, type Proving, type Returned, useProvenForm } from "../../account/client/public.ts";
import { formatFeedName } from "../client/feed-words.ts";
import { DEFAULT_SETTINGS, type FeedSettings } from "../rules.ts";
import { FeedLink } from "./feed-link.tsx";
import { FeedSettingsFields } from "./feed-settings.tsx";

/** The choice of all notebooks. */
const ALL = "";

type NewFeedProps = {
  /** The notebooks without a link yet. */
  notebooks: readonly Pick<NotebookSummary, "_id" | "name">[];
  /** Whether there is no link of all notebooks yet. */
  offersAll: boolean;
  proving: Proving;
  /** The form's values from before the user left to sign in again. */
  returned: Returned | null;
  onClose: () => void;
};

/** What a person fills in. */
type Values = { diaryId: string; settings: FeedSettings };

/** Makes a link, after a re-authentication, and shows it. */
export function NewFeedDialog({ notebooks, offersAll, proving, returned, onClose }: NewFeedProps) {
  const createFeed = useAction(api.feeds.createFeed);
  // What can be chosen stays, although the new link is in the list at once.
  const [choices] = useState(() => [
    ...(offersAll ? [{ value: ALL, label: t("feeds.allNotebooks") }] : []),
    ...notebooks.map(({ _id, name }) => ({ value: _id, label: name || t("shared.unknownNotebook") })),
  ]);
  const kept = returned?.form?.values as Values | undefined;
  const [diaryId, setDiaryId] = useState(kept?.diaryId ?? choices[0]?.value ?? ALL);
  const [settings, setSettings] = useState<FeedSettings>(kept?.settings ?? DEFAULT_SETTINGS);
  const form = useProvenForm(proving, returned, t("feeds.notMade"));
  const [link, setLink] = useState<string | null>(null);

  async function make(proof: string) {
    const made = await createFeed({ ...(diaryId !== ALL && { diaryId }), ...settings, proof });
    setLink(made.link);
  }
  const values: Values = { diaryId, settings };

  if (link !== null)
    return (
      <Modal opened onClose={onClose} title={t("feeds.yours")}>
        <FeedLink link={link} onDone={onClose} />
      </Modal>
    );
  return (
    <Modal opened onClose={onClose} title={t("feeds.make")} closable={!form.isBusy}>
      <Fields
        as="form"
        ref={form.form}
        onSubmit={form.onSubmit({ form: "calendar", values }, make)}
        noValidate
      >
        <NativeSelect
          label={t("feeds.notebook")}
          data={choices}
          value={diaryId}
          onChange={(event) => setDiaryId(event.currentTarget.value)}
        />
        <FeedSettingsFields value={settings} onChange={setSettings} />
        <ProvenFormEnd form={form} label={t("feeds.makeIt")} onClose={onClose} />
      </Fields>
    </Modal>
  );
}

/** Changes a feed's settings; its link stays. */
export function ChangeFeedDialog({ feed, onClose }: { feed: CalendarFeed; onClose: () => void }) {
  const changeFeed = useMutation(api.feeds.changeFeed);
  const { whose, detail, alarmMinutes } = feed;
  const [settings, setSettings] = useState<FeedSettings>({ whose, detail, alarmMinutes });
  const { isBusy, problem, onSubmit } = useSubmit(t("feeds.notChanged"));

  async function save() {
    await changeFeed({ feedId: feed._id, ...settings });
    notifySuccess(t("feeds.changed"));
    onClose();
  }

  return (
    <FormDialog
      onClose={onClose}
      title={t("feeds.linkOf", { name: formatFeedName(feed) })}
      submit={t("feeds.save")}
      isBusy={isBusy}
      problem={problem}
      onSubmit={onSubmit(save)}
    >
      <FeedSettingsFields value={settings} onChange={setSettings} />
    </FormDialog>
  );
}

import { useState } from 'preact/hooks';
import type { NewWebhook, Webhook } from '../api/types.ts';
import { useAction } from '../api/use-action.ts';
import { useDashboard } from '../app/context.ts';
import { Dialog } from '../ui/dialog.tsx';
import { ErrorNotice } from '../ui/notice.tsx';
import { SigningSecretDialog } from './rotate-secret-dialog.tsx';
import { eventLabels, eventTypes } from './webhook-labels.ts';

const urlId = 'webhook-url';
const hintId = 'webhook-url-hint';

/** Asks for the URL and the events of an endpoint. */
const WebhookForm = ({
  title,
  first,
  action,
  busy,
  onSubmit,
  onClose,
}: {
  title: string;
  /** What the form shows at first. */
  first: Pick<Webhook, 'url' | 'events'>;
  /** The label of its button, and while the request is under way. */
  action: string;
  busy: string;
  onSubmit: (json: Pick<Webhook, 'url' | 'events'>) => Promise<void>;
  onClose: () => void;
}) => {
  const [url, setUrl] = useState(first.url);
  const [events, setEvents] = useState(first.events);
  const { isBusy, error, run } = useAction(() => onSubmit({ url: url.trim(), events }));
  return (
    <Dialog title={title} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void run();
        }}
      >
        {error === undefined ? null : <ErrorNotice error={error} />}
        <label for={urlId}>URL</label>
        <input
          id={urlId}
          type="url"
          value={url}
          required
          autocomplete="off"
          placeholder="https://"
          aria-describedby={hintId}
          onInput={(event) => setUrl(event.currentTarget.value)}
        />
        <p id={hintId} class="fine">
          An https URL on the public internet. It receives a POST request when a job ends.
        </p>
        <fieldset>
          <legend>Events</legend>
          {eventTypes.map((type) => (
            <label key={type} class="event-choice">
              <input
                type="checkbox"
                checked={events.includes(type)}
                onChange={() =>
                  setEvents(
                    events.includes(type) ? events.filter((each) => each !== type) : [...events, type],
                  )
                }
              />
              {eventLabels[type]}
            </label>
          ))}
        </fieldset>
        <div class="dialog-actions">
          <button type="button" class="button" onClick={onClose}>
            Cancel
          </button>
          <button
            type="submit"
            class="button primary"
            disabled={isBusy || url.trim() === '' || events.length === 0}
          >
            {isBusy ? busy : action}
          </button>
        </div>
      </form>
    </Dialog>
  );
};

/** Adds an endpoint and shows its secret once. */
export const AddWebhookDialog = ({ onAdded, onClose }: { onAdded: () => void; onClose: () => void }) => {
  const { client } = useDashboard();
  const [secret, setSecret] = useState<string | undefined>();
  if (secret !== undefined)
    return <SigningSecretDialog title="Endpoint added" secret={secret} onClose={onClose} />;
  return (
    <WebhookForm
      title="Add an endpoint"
      first={{ url: '', events: [...eventTypes] }}
      action="Add endpoint"
      busy="Adding…"
      onSubmit={async (json) => {
        setSecret((await client.call<NewWebhook>('/webhooks', { json })).secret);
        onAdded();
      }}
      onClose={onClose}
    />
  );
};

/** Changes the URL and the events of an endpoint, which keeps its secret. */
export const EditWebhookDialog = ({
  webhook,
  onSaved,
  onClose,
}: {
  webhook: Webhook;
  onSaved: () => void;
  onClose: () => void;
}) => {
  const { client } = useDashboard();
  return (
    <WebhookForm
      title="Edit the endpoint"
      first={webhook}
      action="Save"
      busy="Saving…"
      onSubmit={async (json) => {
        await client.call(`/webhooks/${encodeURIComponent(webhook.webhook_id)}`, { method: 'PATCH', json });
        onClose();
        onSaved();
      }}
      onClose={onClose}
    />
  );
};

import { useState } from 'preact/hooks';
import type { NewWebhook } from '../api/types.ts';
import { useAction } from '../api/use-action.ts';
import { useDashboard } from '../app/context.ts';
import { Dialog } from '../ui/dialog.tsx';
import { ErrorNotice } from '../ui/notice.tsx';
import { SigningSecretDialog } from './rotate-secret-dialog.tsx';
import { eventLabels, eventTypes } from './webhook-labels.ts';

const urlId = 'webhook-url';
const hintId = 'webhook-url-hint';

/** Asks for a URL and events, adds the endpoint and shows its secret once. */
export const AddWebhookDialog = ({ onAdded, onClose }: { onAdded: () => void; onClose: () => void }) => {
  const { client } = useDashboard();
  const [url, setUrl] = useState('');
  const [events, setEvents] = useState(eventTypes);
  const [secret, setSecret] = useState<string | undefined>();

  const {
    isBusy,
    error,
    run: add,
  } = useAction(async () => {
    const json = { url: url.trim(), events };
    setSecret((await client.call<NewWebhook>('/webhooks', { json })).secret);
    onAdded();
  });

  if (secret !== undefined)
    return <SigningSecretDialog title="Endpoint added" secret={secret} onClose={onClose} />;
  return (
    <Dialog title="Add an endpoint" onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void add();
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
            {isBusy ? 'Adding…' : 'Add endpoint'}
          </button>
        </div>
      </form>
    </Dialog>
  );
};

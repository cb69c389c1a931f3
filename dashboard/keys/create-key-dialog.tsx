import { useState } from 'preact/hooks';
import type { NewApiKey } from '../api/types.ts';
import { useAction } from '../api/use-action.ts';
import { useDashboard } from '../app/context.ts';
import { Dialog } from '../ui/dialog.tsx';
import { ErrorNotice } from '../ui/notice.tsx';
import { SecretDialog } from '../ui/secret-dialog.tsx';

const nameId = 'new-key-name';
const hintId = 'new-key-hint';

/** Asks for a name, creates the key and shows it once. */
export const CreateKeyDialog = ({ onCreated, onClose }: { onCreated: () => void; onClose: () => void }) => {
  const { client } = useDashboard();
  const [name, setName] = useState('');
  const [created, setCreated] = useState<NewApiKey | undefined>();

  const {
    isBusy,
    error,
    run: create,
  } = useAction(async () => {
    setCreated(
      await client.call<NewApiKey>('/account/keys', { access: 'user', json: { name: name.trim() } }),
    );
    onCreated();
  });

  if (created !== undefined)
    return (
      <SecretDialog
        title="Your new key"
        what="key"
        label={created.name}
        secret={created.key}
        onClose={onClose}
      >
        Treat it like a password: anyone who has it can use your plan. If you lose it, revoke it and create
        another.
      </SecretDialog>
    );
  return (
    <Dialog title="Create an API key" onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void create();
        }}
      >
        {error === undefined ? null : <ErrorNotice error={error} />}
        <label for={nameId}>Name</label>
        <input
          id={nameId}
          value={name}
          required
          autocomplete="off"
          aria-describedby={hintId}
          onInput={(event) => setName(event.currentTarget.value)}
        />
        <p id={hintId} class="fine">
          Where the key is used, for example “Invoice server” or “Anna’s laptop”.
        </p>
        <div class="dialog-actions">
          <button type="button" class="button" onClick={onClose}>
            Cancel
          </button>
          <button type="submit" class="button primary" disabled={isBusy || name.trim() === ''}>
            {isBusy ? 'Creating…' : 'Create key'}
          </button>
        </div>
      </form>
    </Dialog>
  );
};

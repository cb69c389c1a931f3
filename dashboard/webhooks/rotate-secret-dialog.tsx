import { useState } from 'preact/hooks';
import type { WebhookSecret } from '../api/types.ts';
import { useAction } from '../api/use-action.ts';
import { useDashboard } from '../app/context.ts';
import { Dialog } from '../ui/dialog.tsx';
import { ErrorNotice } from '../ui/notice.tsx';
import { SecretDialog } from '../ui/secret-dialog.tsx';

/** Shows the new secret of an endpoint, once. */
export const SigningSecretDialog = ({
  title,
  secret,
  onClose,
}: {
  title: string;
  secret: string;
  onClose: () => void;
}) => (
  <SecretDialog title={title} what="secret" label="Signing secret" secret={secret} onClose={onClose}>
    Your receiver verifies the signature of each webhook with it. If you lose it, rotate it.
  </SecretDialog>
);

/** Confirms that a secret is replaced, by a POST to `path`, and shows the new one once. */
export const RotateSecretDialog = ({
  title,
  text,
  path,
  onClose,
}: {
  title: string;
  text: string;
  path: string;
  onClose: () => void;
}) => {
  const { client } = useDashboard();
  const [secret, setSecret] = useState<string | undefined>();

  const {
    isBusy,
    error,
    run: rotate,
  } = useAction(async () => {
    setSecret((await client.call<WebhookSecret>(path, { method: 'POST' })).secret);
  });

  if (secret !== undefined)
    return <SigningSecretDialog title="Your new secret" secret={secret} onClose={onClose} />;
  return (
    <Dialog title={title} onClose={onClose}>
      {error === undefined ? null : <ErrorNotice error={error} />}
      <p>{text} The previous secret, if there is one, also signs for another 24 hours.</p>
      <div class="dialog-actions">
        <button type="button" class="button" onClick={onClose}>
          Cancel
        </button>
        <button type="button" class="button primary" disabled={isBusy} onClick={rotate}>
          {isBusy ? 'Creating…' : 'Create secret'}
        </button>
      </div>
    </Dialog>
  );
};

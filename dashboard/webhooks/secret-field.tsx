import { CopyButton } from '../ui/copy-button.tsx';
import { Notice } from '../ui/notice.tsx';

const secretId = 'webhook-secret';

/** A new secret, which is shown once. */
export const SecretField = ({
  secret,
  onCopied,
  onDone,
}: {
  secret: string;
  onCopied: () => void;
  onDone: () => void;
}) => (
  <>
    <Notice kind="warning">
      <p>
        <strong>Copy this secret now. It is not shown again.</strong> Your receiver verifies the signature of
        each webhook with it. If you lose it, rotate it.
      </p>
    </Notice>
    <label for={secretId}>Signing secret</label>
    <div class="key-row">
      <input
        id={secretId}
        class="mono"
        readOnly
        value={secret}
        spellcheck={false}
        onFocus={(event) => event.currentTarget.select()}
      />
      <CopyButton text={secret} label="Copy secret" onCopied={onCopied} />
    </div>
    <div class="dialog-actions">
      <button type="button" class="button primary" onClick={onDone}>
        I have saved the secret
      </button>
    </div>
  </>
);

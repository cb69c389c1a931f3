import type { ComponentChildren } from 'preact';
import { useId, useState } from 'preact/hooks';
import { CopyButton } from './copy-button.tsx';
import { Dialog } from './dialog.tsx';
import { Notice } from './notice.tsx';

/** Shows a new key or secret, once. The Escape key closes the dialog only after it was copied. */
export const SecretDialog = ({
  title,
  what,
  label,
  secret,
  children,
  onClose,
}: {
  title: string;
  what: 'key' | 'secret';
  label: string;
  secret: string;
  /** How to keep it. */
  children: ComponentChildren;
  onClose: () => void;
}) => {
  const [isCopied, setCopied] = useState(false);
  const id = useId();
  return (
    <Dialog title={title} onClose={onClose} preventEscape={!isCopied}>
      <Notice kind="warning">
        <p>
          <strong>Copy this {what} now. It is not shown again.</strong> {children}
        </p>
      </Notice>
      <label for={id}>{label}</label>
      <div class="key-row">
        <input
          id={id}
          class="mono"
          readOnly
          value={secret}
          spellcheck={false}
          onFocus={(event) => event.currentTarget.select()}
        />
        <CopyButton text={secret} label={`Copy ${what}`} onCopied={() => setCopied(true)} />
      </div>
      <div class="dialog-actions">
        <button type="button" class="button primary" onClick={onClose}>
          I have saved the {what}
        </button>
      </div>
    </Dialog>
  );
};

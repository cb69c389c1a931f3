import { useEffect, useState } from 'preact/hooks';
import { useDashboard } from '../app/context.ts';
import { Icon } from './icon.tsx';

const shownMs = 2000;

/** Copies a text to the clipboard and says so. */
export const CopyButton = ({
  text,
  label,
  onCopied,
}: {
  text: string;
  /** What is copied, for a screen reader: "Copy the key". */
  label: string;
  onCopied?: () => void;
}) => {
  const { announce } = useDashboard();
  const [outcome, setOutcome] = useState<'none' | 'copied' | 'refused'>('none');
  useEffect(() => {
    if (outcome === 'none') return;
    const timer = setTimeout(() => setOutcome('none'), shownMs);
    return () => clearTimeout(timer);
  }, [outcome]);
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
      setOutcome('copied');
      announce('Copied');
      onCopied?.();
    } catch {
      setOutcome('refused');
      announce('The browser did not let the page copy. Select the text and copy it.');
    }
  };
  const words = { none: 'Copy', copied: 'Copied', refused: 'Select and copy it' }[outcome];
  return (
    <button
      type="button"
      class="button small copy"
      aria-label={outcome === 'none' ? label : words}
      onClick={copy}
    >
      <Icon name={outcome === 'copied' ? 'check' : 'copy'} />
      <span>{words}</span>
    </button>
  );
};

import { useEffect, useState } from 'preact/hooks';
import { useDashboard } from '../app/context.ts';
import { Icon } from './icon.tsx';

const shownMs = 2000;

/** Copies a text to the clipboard and announces it. */
export const CopyButton = ({
  text,
  label,
  onCopied,
}: {
  text: string;
  /** The accessible name: "Copy key". */
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
      announce('The browser denied access to the clipboard. Select the text and copy it.');
    }
  };
  const words = { none: 'Copy', copied: 'Copied', refused: 'Copy it manually' }[outcome];
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

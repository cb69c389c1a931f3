import { CopyButton } from './copy-button.tsx';
import { ScrollArea } from './scroll-area.tsx';

/** A command or a text with a button to copy it. */
export const CodeBlock = ({
  code,
  language,
  label,
}: {
  code: string;
  /** Shown above the code. */
  language: string;
  /** What it is, for screen readers. */
  label: string;
}) => (
  <div class="command">
    <div class="command-head">
      <span>{language}</span>
      <CopyButton text={code} label={`Copy ${label.toLowerCase()}`} />
    </div>
    <ScrollArea name="command-text" label={label}>
      <pre>
        <code>{code}</code>
      </pre>
    </ScrollArea>
  </div>
);

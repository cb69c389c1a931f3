import { CopyButton } from './copy-button.tsx';
import { ScrollArea } from './scroll-area.tsx';

/** A block of code with a copy button. */
export const CodeBlock = ({ code, label }: { code: string; label: string }) => (
  <div class="code-block">
    <CopyButton text={code} label={`Copy ${label}`} />
    <ScrollArea name="code" label={label}>
      <pre>
        <code>{code}</code>
      </pre>
    </ScrollArea>
  </div>
);

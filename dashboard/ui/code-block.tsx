import { CopyButton } from './copy-button.tsx';
import { ScrollArea } from './scroll-area.tsx';

/** Code to read and copy. */
export const CodeBlock = ({ code, label }: { code: string; label: string }) => (
  <div class="code-block">
    <CopyButton text={code} label={`Copy the ${label}`} />
    <ScrollArea name="code" label={label}>
      <pre>
        <code>{code}</code>
      </pre>
    </ScrollArea>
  </div>
);

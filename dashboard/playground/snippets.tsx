import { useRef, useState } from 'preact/hooks';
import { CopyButton } from '../ui/copy-button.tsx';
import { ScrollArea } from '../ui/scroll-area.tsx';
import { languages, type SnippetCall, snippetOf } from './snippets.ts';

/** A block of code with a copy button. */
const CodeBlock = ({ code, label }: { code: string; label: string }) => (
  <div class="code-block">
    <CopyButton text={code} label={`Copy ${label}`} />
    <ScrollArea name="code" label={label}>
      <pre>
        <code>{code}</code>
      </pre>
    </ScrollArea>
  </div>
);

/** The request as code, in tabs (WAI-ARIA tabs pattern: arrow keys, one tab stop). */
export const Snippets = ({ call }: { call: SnippetCall }) => {
  const [language, setLanguage] = useState<(typeof languages)[number]>('curl');
  const tabs = useRef<HTMLDivElement>(null);
  const move = (event: KeyboardEvent): void => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const index = (languages.indexOf(language) + step + languages.length) % languages.length;
    setLanguage(languages[index] ?? 'curl');
    const button = tabs.current?.children[index];
    if (button instanceof HTMLElement) button.focus();
  };
  return (
    <section class="card snippets" aria-labelledby="snippets-title">
      <h2 id="snippets-title">The same with the API</h2>
      <p class="fine">
        Set <code>DOCFORGE_API_KEY</code> to your key. <a href="#/keys">Create a key</a>
      </p>
      <div ref={tabs} class="tabs" role="tablist" aria-label="Language">
        {languages.map((name) => (
          <button
            key={name}
            type="button"
            role="tab"
            id={`tab-${name}`}
            aria-selected={name === language}
            aria-controls="snippet"
            tabIndex={name === language ? 0 : -1}
            onClick={() => setLanguage(name)}
            onKeyDown={move}
          >
            {name}
          </button>
        ))}
      </div>
      <div id="snippet" role="tabpanel" aria-labelledby={`tab-${language}`}>
        <CodeBlock code={snippetOf(language, call)} label={`${language} code`} />
      </div>
    </section>
  );
};

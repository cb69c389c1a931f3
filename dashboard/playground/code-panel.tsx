import { useState } from 'preact/hooks';
import { CopyButton } from '../ui/copy-button.tsx';
import { ScrollArea } from '../ui/scroll-area.tsx';
import { codePieces } from './code-colours.ts';
import { type Language, languages, type SnippetCall, snippetOf } from './snippets.ts';
import { Tabs } from './tabs.tsx';

/** The request as code. */
export const CodePanel = ({ call }: { call: SnippetCall }) => {
  const [language, setLanguage] = useState<Language>('curl');
  const code = snippetOf(language, call);
  return (
    <div class="code-panel">
      <Tabs
        id="code"
        label="Language"
        names={languages}
        selected={language}
        aside={<CopyButton text={code} label={`Copy ${language} code`} />}
        onSelect={setLanguage}
      >
        <ScrollArea name="code" label={`${language} code`}>
          <pre>
            <code>
              {codePieces(language, code).map(({ text, kind }, at) =>
                kind === 'plain' ? (
                  text
                ) : (
                  <span key={at} class={kind}>
                    {text}
                  </span>
                ),
              )}
            </code>
          </pre>
        </ScrollArea>
      </Tabs>
      <p class="fine">
        Set <code>DOCFORGE_API_KEY</code> to your key. <a href="#/keys">Create a key</a>
      </p>
    </div>
  );
};

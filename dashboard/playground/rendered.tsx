import { useMemo, useRef } from 'preact/hooks';
import { Skeleton } from '../ui/skeleton.tsx';
import { usePromise } from '../ui/use-promise.ts';
import { safeMarkup } from './safe-markup.ts';

// Text of our own results. A result in HTML has styles of its own, which come later and win.
const baseStyles = `
html { color-scheme: light dark; background: light-dark(#fff, #171a21); color: light-dark(#191c22, #e8eaf0); }
body { margin: 0; padding: 1.5rem 1.75rem 2.5rem; max-width: 48rem; font: 15px/1.65 Inter, "Inter Variable", system-ui, sans-serif; overflow-wrap: break-word; }
h1, h2, h3, h4, h5, h6 { line-height: 1.3; margin: 1.5em 0 .5em; letter-spacing: -.01em; }
h1 { font-size: 1.6rem; } h2 { font-size: 1.25rem; } h3 { font-size: 1.07rem; } h4, h5, h6 { font-size: 1rem; }
body > :first-child { margin-top: 0; }
p, ul, ol, table, pre, blockquote { margin: 0 0 1em; }
ul, ol { padding-left: 1.5em; }
img { max-width: 100%; height: auto; }
table { display: block; max-width: 100%; overflow-x: auto; border-collapse: collapse; font-size: .93em; }
th, td { border: 1px solid #8886; padding: .35em .7em; text-align: start; vertical-align: top; }
th { background: #8882; font-weight: 600; }
code, pre { font-family: "JetBrains Mono Variable", ui-monospace, Menlo, Consolas, monospace; font-size: .9em; }
pre { background: #8881; padding: .8em 1em; border-radius: 6px; overflow-x: auto; }
:not(pre) > code { background: #8882; padding: .1em .3em; border-radius: 4px; }
blockquote { border-left: 3px solid #8886; padding-left: 1em; margin-left: 0; }
hr { border: 0; border-top: 1px solid #8886; margin: 2em 0; }
`;

/** Returns the theme that the user chose, undefined if it is the system's. */
const chosenTheme = (): string | undefined =>
  ['light', 'dark'].find((theme) => theme === document.documentElement.dataset.theme);

/** HTML in a frame without scripts, foreign hosts and links that lead away. */
const Frame = ({ html, label }: { html: string; label: string }) => {
  const frame = useRef<HTMLIFrameElement>(null);
  const markup = useMemo(() => safeMarkup(html), [html]);
  const applyStyles = (): void => {
    const view = frame.current?.contentWindow;
    const shown = frame.current?.contentDocument;
    if (!view || !shown) return;
    // The policy forbids style elements and attributes; a script of the page may set both.
    const sheets = [baseStyles, markup.styles].map((text) => {
      // The constructor of the frame, which the type of a window does not list.
      const sheet = new (view as Window & typeof globalThis).CSSStyleSheet();
      sheet.replaceSync(text);
      return sheet;
    });
    shown.adoptedStyleSheets = sheets;
    const theme = chosenTheme();
    if (theme !== undefined) shown.documentElement.style.colorScheme = theme;
    for (const element of shown.querySelectorAll<HTMLElement>(`[${markup.styleAttribute}]`))
      element.style.cssText = element.getAttribute(markup.styleAttribute) ?? '';
  };
  return (
    <iframe
      ref={frame}
      class="rendered"
      title={label}
      sandbox="allow-same-origin"
      srcdoc={`<!doctype html><html lang=""><body>${markup.body}</body></html>`}
      onLoad={applyStyles}
    />
  );
};

/** Markdown or HTML as a reader sees it. */
export const Rendered = ({
  kind,
  text,
  label,
}: {
  kind: 'markdown' | 'html';
  text: string;
  label: string;
}) => {
  const { value: converted } = usePromise(
    async () => (kind === 'html' ? undefined : (await import('./render-markdown.ts')).renderMarkdown(text)),
    [kind, text],
  );
  const html = kind === 'html' ? text : converted;
  return html === undefined ? <Skeleton kind="chart" /> : <Frame html={html} label={label} />;
};

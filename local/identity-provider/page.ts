import { createHash } from 'node:crypto';

/** A page and its Content-Security-Policy. */
export type Page = { readonly html: string; readonly contentSecurityPolicy: string };

const style = `
:root { color-scheme: light dark; --ink: #1b1f24; --soft: #59636e; --ground: #f3f4f6; --card: #fff; --line: #d0d5db; --accent: #0b57d0; --on-accent: #fff; --fault: #b3261e }
@media (prefers-color-scheme: dark) { :root { --ink: #e7eaee; --soft: #a3acb6; --ground: #101317; --card: #191d22; --line: #3a424b; --accent: #8ab4f8; --on-accent: #0b1a33; --fault: #f2b8b5 } }
* { box-sizing: border-box }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 1.5rem; background: var(--ground); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif }
main { width: 100%; max-width: 25rem; padding: 2rem; background: var(--card); border: 1px solid var(--line); border-radius: .75rem }
h1 { margin: 0 0 .25rem; font-size: 1.375rem; line-height: 1.3 }
h2 { margin: 1.75rem 0 .5rem; font-size: 1rem }
p { margin: 0 0 1rem; color: var(--soft) }
ul { list-style: none; margin: 0; padding: 0; display: grid; gap: .5rem }
form { margin: 0 }
label { display: block; margin-bottom: .25rem; font-weight: 600 }
button, input { font: inherit; width: 100%; min-height: 2.75rem; padding: .5rem .875rem; border-radius: .5rem }
button { cursor: pointer; border: 1px solid var(--line); background: transparent; color: inherit; text-align: left; overflow-wrap: anywhere }
button:hover { border-color: var(--accent) }
button small { display: block; color: var(--soft); font-size: .875rem }
button.main { margin-top: .5rem; text-align: center; font-weight: 600; border-color: var(--accent); background: var(--accent); color: var(--on-accent) }
input { border: 1px solid var(--soft); background: transparent; color: inherit }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px }
.fault { color: var(--fault); font-weight: 600 }
`;

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** Escapes text for an element or an attribute. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

/**
 * Renders a page.
 *
 * @param content trusted HTML
 * @param formOrigins allowed targets of forms and their redirects, besides the provider
 * @param script the only script of the page
 */
export const renderPage = (page: {
  readonly title: string;
  readonly content: string;
  readonly formOrigins: readonly string[];
  readonly script?: string;
}): Page => {
  const { title, content, formOrigins, script } = page;
  return {
    contentSecurityPolicy: [
      "default-src 'none'",
      'img-src data:',
      `style-src ${hashOf(style)}`,
      `script-src ${script === undefined ? "'none'" : hashOf(script)}`,
      `form-action ${["'self'", ...formOrigins].join(' ')}`,
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ].join('; '),
    html: `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<link rel="icon" href="data:,">
<style>${style}</style>
</head>
<body>
<main>
${content}
</main>
${script === undefined ? '' : `<script>${script}</script>`}
</body>
</html>
`,
  };
};

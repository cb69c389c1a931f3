import type { TextSink } from '../../base/result-size.ts';
import type { OutlineEntry } from '../../document/outline.ts';
import { escapeMarkup } from '../../shared/markup/escape-markup.ts';

// A single column of 70 characters with system fonts and light or dark colours; full width in print.
const STYLE = `
:root { color-scheme: light dark; --line: #8885; --shade: #8881; }
body { max-width: 44rem; margin: 2.5rem auto; padding: 0 1.25rem; font: 1.0625rem/1.6 system-ui, sans-serif; overflow-wrap: break-word; }
h1, h2, h3, h4, h5, h6 { line-height: 1.25; margin: 1.8em 0 .6em; }
h1 { font-size: 1.9rem; } h2 { font-size: 1.45rem; } h3 { font-size: 1.2rem; } h4, h5, h6 { font-size: 1.0625rem; }
body > :first-child { margin-top: 0; }
p, ul, ol, table, pre, blockquote { margin: 0 0 1em; }
li > ul, li > ol { margin: 0; }
ul.labelled { list-style: none; }
li.task { list-style: none; margin-left: -1.4em; }
img { max-width: 100%; height: auto; }
table { border-collapse: collapse; max-width: 100%; font-size: .95em; line-height: 1.45; }
caption { text-align: start; padding: .3em 0; font-weight: 600; }
th, td { border: 1px solid var(--line); padding: .35em .65em; text-align: start; vertical-align: top; }
th { background: var(--shade); }
td > :last-child, th > :last-child, li > p:last-child { margin-bottom: 0; }
pre, code { font-family: ui-monospace, monospace; font-size: .92em; }
pre { background: var(--shade); padding: .8em 1em; border-radius: .35em; overflow-x: auto; line-height: 1.45; }
:not(pre) > code { background: var(--shade); padding: .1em .3em; border-radius: .25em; }
pre code { font-size: inherit; }
blockquote { border-inline-start: .2em solid var(--line); padding-inline-start: 1em; margin-inline: 0; }
hr { border: 0; border-top: 1px solid var(--line); margin: 2em 0; }
sup, sub { line-height: 0; }
.notes { font-size: .92em; } .notes p { margin-bottom: .3em; }
nav ol { list-style: none; padding-inline-start: 1.2em; } nav > ol { padding: 0; }
.page-break { break-after: page; }
@media print { body { max-width: none; margin: 0; padding: 0; font-size: 11pt; } a { color: inherit; } pre { white-space: pre-wrap; } tr, img { break-inside: avoid; } }
`;

/** Writes the headings as nested `ol` lists of links. Returns an empty string if there are none. */
export function writeContents(
  outline: readonly OutlineEntry[],
  addressOf: (entry: OutlineEntry) => string,
): string {
  if (outline.length === 0) return '';
  const out: string[] = ['<ol>'];
  const open: number[] = [];
  for (const entry of outline) {
    const { level } = entry;
    while ((open.at(-2) ?? 0) >= level) {
      open.pop();
      out.push('</li></ol>');
    }
    const last = open.at(-1);
    if (last === undefined) open.push(level);
    else if (last < level) {
      open.push(level);
      out.push('<ol>');
    } else {
      // A level between its neighbours' becomes a sibling of the deeper one.
      open[open.length - 1] = level;
      out.push('</li>');
    }
    out.push(`\n<li><a href="${escapeMarkup(addressOf(entry))}">${escapeMarkup(entry.text)}</a>`);
  }
  for (let rest = open.length; rest > 0; rest -= 1) out.push('</li></ol>');
  return out.join('');
}

/** The parts of a page outside of its main content. `contents` is HTML, the others are text. */
export interface HtmlPage {
  readonly title: string;
  readonly author: string | null;
  readonly description: string | null;
  readonly language: string | null;
  readonly isRightToLeft: boolean;
  readonly contents: string;
}

/**
 * Writes a self-contained page that loads nothing. As defence in depth, its Content-Security-Policy forbids scripts and
 * connections.
 */
export function writeHtmlPage(page: HtmlPage, out: TextSink, writeBody: () => void): void {
  const attributes = [
    page.language === null ? '' : ` lang="${escapeMarkup(page.language)}"`,
    page.isRightToLeft ? ' dir="rtl"' : '',
  ];
  const meta = Object.entries({ author: page.author, description: page.description })
    .filter(([, content]) => content !== null && content.trim() !== '')
    .map(([name, content]) => `<meta name="${name}" content="${escapeMarkup(content ?? '')}"/>\n`);
  const contents = page.contents === '' ? '' : `<nav role="doc-toc">${page.contents}</nav>\n`;
  out.push(`<!DOCTYPE html>
<html${attributes.join('')}>
<head>
<meta charset="utf-8"/>
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; style-src 'unsafe-inline'"/>
<meta name="viewport" content="width=device-width, initial-scale=1"/>
<title>${escapeMarkup(page.title)}</title>
${meta.join('')}<style>${STYLE}</style>
</head>
<body>
${contents}`);
  writeBody();
  out.push('</body>\n</html>\n');
}

import { tryFormats, trySampleNames, trySamples } from '../../lib/api/try-samples.ts';
import { formats } from '../../lib/conversions/formats.ts';
import { limitRows, planNames, plans } from '../../lib/plans.ts';
import type { Assets } from '../assets.ts';
import { codeBlock } from '../highlight.ts';
import { escaped } from '../html.ts';
import type { Content } from '../layout/document.ts';
import results from './results.json' with { type: 'json' };

/** The size of the pictures that make-samples.ts draws of A4 pages. */
const picture = { width: 909, height: 1286 };

const sampleTexts = {
  scan: {
    label: 'Scan',
    hint: 'A delivery note, photographed',
    alt: 'A scanned delivery note of Pelham Nurseries',
  },
  table: {
    label: 'Invoice',
    hint: 'A PDF with a table',
    alt: 'An invoice of Kestrel Instruments with a table of items',
  },
  letter: { label: 'Letter', hint: 'A Word document', alt: 'A letter about the renewal of a lease' },
  paper: {
    label: 'Paper',
    hint: 'Two columns and a figure',
    alt: 'A paper in two columns with a table and a figure',
  },
} as const;

const targetTexts = { markdown: 'Markdown', tables: 'Tables', chunks: 'Chunks', document: 'JSON' } as const;

const fileTexts = { docx: 'Word', xlsx: 'Excel', pdf: 'PDF' } as const;

const pictureOf = (filename: string): string =>
  `site/first-page/pages/${filename.replace(/\.\w+$/, '.webp')}`;

const samplePicker = (assets: Assets): string =>
  trySampleNames
    .map((name, index) => {
      const { filename, to } = trySamples[name];
      const { label, hint, alt } = sampleTexts[name];
      const page = assets.copy(pictureOf(filename));
      return `<label class="sample"><input type="radio" name="sample" value="${name}"${index === 0 ? ' checked' : ''} data-page="${page}" data-alt="${escaped(alt)}" data-to="${to}" data-label="${fileTexts[to]}"><span><strong>${label}</strong><small>${escaped(hint)}</small></span></label>`;
    })
    .join('');

const targetPicker = (): string =>
  [
    ...tryFormats.map(
      (format, index) =>
        `<label><input type="radio" name="target" value="${format}"${index === 0 ? ' checked' : ''}><span>${targetTexts[format]}</span></label>`,
    ),
    `<label><input type="radio" name="target" value="file" data-to="docx"><span data-file-label>Word</span></label>`,
  ].join('');

const bench = (assets: Assets): string => {
  const [first] = trySampleNames;
  const { filename } = trySamples[first ?? 'scan'];
  return `<section class="try" id="try" aria-labelledby="try-title">
<h2 id="try-title" class="visually-hidden">Try it with a sample</h2>
<form data-try>
<fieldset class="samples"><legend class="visually-hidden">Sample file</legend>${samplePicker(assets)}</fieldset>
<fieldset class="targets"><legend class="visually-hidden">What you want</legend>${targetPicker()}</fieldset>
</form>
<div class="bench" data-bench>
<figure class="page"><div class="paper"><img src="${assets.copy(pictureOf(filename))}" width="${picture.width}" height="${picture.height}" alt="${escaped(sampleTexts.scan.alt)}" fetchpriority="high"><svg data-boxes aria-hidden="true" focusable="false" preserveAspectRatio="none"></svg></div>
<figcaption><span data-legend hidden><span class="heading">Heading</span><span class="paragraph">Text</span><span class="list">List</span><span class="table">Table</span></span><span data-no-boxes hidden>A Word file has no pages of its own, so its passages have no boxes.</span></figcaption></figure>
<div class="result">
<div class="result-bar"><div role="tablist" aria-label="Result"><button type="button" role="tab" id="tab-rendered" aria-controls="rendered" aria-selected="true">Rendered</button><button type="button" role="tab" id="tab-source" aria-controls="source" aria-selected="false" tabindex="-1">Source</button></div><p data-state role="status"></p></div>
<div id="rendered" class="rendered" role="tabpanel" aria-labelledby="tab-rendered" tabindex="0"><noscript>The live sample needs JavaScript. The call below does the same.</noscript></div>
<pre id="source" class="source" role="tabpanel" aria-labelledby="tab-source" tabindex="0" hidden></pre>
<ul class="facts" data-facts aria-label="Report"></ul>
</div>
</div>
</section>`;
};

const origin = 'http://127.0.0.1:3000';

const sampleCall = `URL=${origin}
curl $URL/try -H 'Prefer: wait=5' \\
  -H 'Content-Type: application/json' \\
  -d '{"sample": "scan", "format": "markdown"}'`;

const ownCall = `URL=${origin}
TOKEN=$(curl -s $URL/authorize \\
  -H 'Content-Type: application/json' \\
  -d '{"api_key":"'$KEY'"}' |
  sed 's/.*"access_token":"\\([^"]*\\)".*/\\1/')
curl $URL/extract -H "Authorization: Bearer $TOKEN" \\
  -H 'Prefer: wait=25' -F file=@report.pdf -F format=markdown`;

const call = (title: string, code: string): string =>
  `<div class="call"><h3>${title}</h3>${codeBlock(code, 'bash', title)}</div>`;

const calls = `<section class="calls" aria-labelledby="calls-title">
<h2 id="calls-title">One call</h2>
<p class="lead">Send a file and get the result in the response. Larger files, webhooks and steps are there when you need them.</p>
<div class="call-grid">${call('A sample, without an account', sampleCall)}${call('Your own file', ownCall)}</div>
</section>`;

const crop = (assets: Assets, name: keyof typeof results.crops, alt: string): string => {
  const { width, height } = results.crops[name];
  return `<img src="${assets.copy(`site/first-page/pages/crop-${name}.webp`)}" width="${width}" height="${height}" alt="${alt}" loading="lazy">`;
};

const invoiceTable = (): string => {
  const [head = [], ...rows] = results.invoiceRows;
  const cells = (tag: 'td' | 'th', row: readonly string[]): string =>
    `<tr>${row.map((text, index) => `<${tag}${index > 0 ? ' class="number"' : ''}>${escaped(text)}</${tag}>`).join('')}</tr>`;
  return `<table><thead>${cells('th', head)}</thead><tbody>${rows.map((row) => cells('td', row)).join('')}</tbody></table>`;
};

const outcome = (title: string, text: string, from: string, to: string): string =>
  `<article class="outcome"><div><h3>${title}</h3><p>${text}</p></div><div class="from">${from}</div><div class="to">${to}</div></article>`;

const outcomes = (assets: Assets): string => `<section aria-labelledby="outcomes-title">
<h2 id="outcomes-title">What you get</h2>
<p class="lead">Results of the samples above, as the service returned them.</p>
<div class="outcomes">
${outcome('Text from scans', 'Tilted, grey and noisy pages become paragraphs. Text recognition runs only on pages that need it.', crop(assets, 'scan', 'Detail of the scan'), `<pre tabindex="0" aria-label="Markdown of the scan">${escaped(results.scanMarkdown)}</pre>`)}
${outcome('Tables as tables', 'Rows, spans and header rows, from PDFs with and without lines, to JSON, CSV or Excel.', crop(assets, 'invoice', 'Detail of the invoice'), `<div class="scroll" tabindex="0" role="group" aria-label="Table of the invoice">${invoiceTable()}</div>`)}
${outcome('Chunks that can be cited', 'Each chunk has its heading path and the boxes of its passages, so that an answer can show its source.', crop(assets, 'paper', 'Detail of the paper'), codeBlock(results.chunk, 'json', 'A chunk of the paper'))}
${outcome('PDFs that look right', 'Office files are printed by LibreOffice, web pages by Chromium. PDF/A, watermarks and page ranges are options.', `<pre tabindex="0" aria-label="Request">${escaped('POST /convert\n{\n  "file_id": "file_…",\n  "to": "pdf",\n  "options": { "pdf_standard": "a-2b" }\n}')}</pre>`, crop(assets, 'letter', 'Detail of the PDF of the letter'))}
</div>
</section>`;

const formatChips = Object.entries(formats)
  .map(([name, { label }]) => `<li><a href="/docs/formats/${name}/">${escaped(label)}</a></li>`)
  .join('');

const formatSection = `<section aria-labelledby="formats-title">
<h2 id="formats-title">${Object.keys(formats).length} formats</h2>
<p class="lead">Each becomes text, Markdown, tables, chunks or another file. <a href="/docs/formats/">What is kept of each</a></p>
<ul class="formats">${formatChips}</ul>
</section>`;

const planSection = (): string => {
  const all = planNames.map((name) => plans[name]);
  const heads = all
    .map(
      ({ label, price }) =>
        `<th scope="col">${label} <small>${price === 0 ? 'free' : `$${price} a month`}</small></th>`,
    )
    .join('');
  const rows = limitRows
    .map(
      ([label, value]) =>
        `<tr><th scope="row">${label}</th>${all.map((plan) => `<td>${value(plan)}</td>`).join('')}</tr>`,
    )
    .join('');
  return `<section aria-labelledby="plans-title">
<h2 id="plans-title">Plans and limits</h2>
<p class="lead">You run the service, so you decide: sell these plans through Stripe, or give each account the plan you like.</p>
<div class="plans scroll" tabindex="0" role="group" aria-label="Plans"><table><thead><tr><td></td>${heads}</tr></thead><tbody>${rows}</tbody></table></div>
</section>`;
};

const closing = `<section class="closing" aria-labelledby="closing-title">
<h2 id="closing-title">Yours to run</h2>
<p class="lead">Gotenberg prints documents and docling reads them, on your machines. CloudConvert and LlamaParse handle more formats and harder layouts, on theirs. DocForge prints and reads on yours: on one
machine with <code>npm start</code>, or in your AWS account with <code>cdk deploy</code>. <a href="/docs/compare/">Compare them line by line</a></p>
<p class="actions"><a class="button primary" href="/docs/">Read the docs</a><a class="button" href="/dashboard/">Open the dashboard</a></p>
</section>`;

const footer = `<footer class="site-footer"><div>
<p><strong>DocForge</strong> Apache License 2.0</p>
<nav aria-label="Footer"><ul>
<li><a href="/docs/">Docs</a></li><li><a href="/docs/api/">API reference</a></li><li><a href="/docs/quality/">Quality</a></li><li><a href="/docs/security/">Security</a></li><li><a href="/docs/changelog/">Changelog</a></li><li><a href="/openapi.json">OpenAPI</a></li><li><a href="/health">Status</a></li>
</ul></nav></div></footer>`;

/** The page at `/`. */
export const firstPage = (assets: Assets): Content => ({
  url: '/',
  title: 'DocForge: read and convert any document',
  description: `Convert documents between ${Object.keys(formats).length} formats and extract Markdown, tables and chunks with the place of every passage, on your machine or in your AWS account.`,
  styles: ['first-page'],
  scripts: ['first-page'],
  body: `<main id="content" class="first" tabindex="-1">
<section class="hero">
<h1>Every document, readable by your code</h1>
<div><p>One API turns ${Object.keys(formats).length} formats into Markdown, tables, chunks and PDFs, and reports where each passage is on the page. Run it on your machine or in your AWS account.</p>
<p class="actions"><a class="button primary" href="#try">Try it</a><a class="button" href="/docs/">Read the docs</a></p></div>
</section>
${bench(assets)}
${calls}
${outcomes(assets)}
${formatSection}
${planSection()}
${closing}
</main>
${footer}`,
});

import { languages, type TableLanguage } from './languages.ts';
import type { MadePage } from './made-tables.ts';
import { type Random, randomOf } from './random.ts';

const svg = (width: number, height: number, body: string): string =>
  `<svg width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" style="font:8pt Liberation Sans">${body}</svg>`;
const line = (x1: number, y1: number, x2: number, y2: number, stroke = '#000'): string =>
  `<line x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}" stroke="${stroke}" stroke-width="0.7"/>`;
const label = (x: number, y: number, text: string | number, anchor = 'middle'): string =>
  `<text x="${x}" y="${y}" text-anchor="${anchor}">${text}</text>`;

/** Axes with labels, and grid lines as often as not. */
function axes(random: Random, steps: number, names: readonly string[]): string {
  const step = random.of([5, 10, 20, 0.5, 100, 2500]);
  const hasGrid = random.chance(0.6);
  const isPercent = random.chance(0.3);
  const rows = Array.from({ length: steps + 1 }, (_, at) => {
    const y = 200 - (at * 180) / steps;
    const text = `${at * step}${isPercent ? '%' : ''}`;
    return label(44, y + 3, text, 'end') + (hasGrid ? line(50, y, 450, y, '#bbb') : line(46, y, 50, y));
  });
  const width = 400 / names.length;
  const columns = names.map((name, at) => label(50 + (at + 0.5) * width, 214, name));
  return line(50, 20, 50, 200) + line(50, 200, 450, 200) + rows.join('') + columns.join('');
}

function namesOf({ labels }: TableLanguage, random: Random): string[] {
  const count = 4 + random.below(5);
  return random.chance(0.6)
    ? Array.from({ length: count }, (_, at) => String(2001 + at))
    : labels.slice(0, count).map((text) => text.slice(0, 8));
}

function legend({ groups }: TableLanguage): string {
  return groups
    .map(
      (group, at) =>
        `<rect x="${90 + at * 120}" y="226" width="8" height="8" fill="#${at * 3}6a"/>${label(104 + at * 120, 234, group, 'start')}`,
    )
    .join('');
}

function bars(language: TableLanguage, random: Random): string {
  const names = namesOf(language, random);
  const width = 400 / names.length;
  const hasValues = random.chance(0.5);
  const each = names.map((_, at) => {
    const heights = [20 + random.below(150), 20 + random.below(150)];
    return heights
      .map((height, turn) => {
        const x = 50 + at * width + width * (0.15 + turn * 0.35);
        return `<rect x="${x}" y="${200 - height}" width="${width * 0.3}" height="${height}" fill="#${turn * 3}6a"/>${hasValues ? label(x + width * 0.15, 196 - height, height) : ''}`;
      })
      .join('');
  });
  return svg(480, 244, axes(random, 5, names) + each.join('') + legend(language));
}

function lines(language: TableLanguage, random: Random): string {
  const names = namesOf(language, random);
  const width = 400 / names.length;
  const paths = [0, 1, 2].map((turn) => {
    const points = names.map((_, at) => `${50 + (at + 0.5) * width},${40 + random.below(140)}`);
    return `<polyline points="${points.join(' ')}" fill="none" stroke="#${turn * 3}6a"/>`;
  });
  return svg(480, 244, axes(random, 4 + random.below(5), names) + paths.join('') + legend(language));
}

/** Lines with an axis at either side. */
function twoAxes(language: TableLanguage, random: Random): string {
  const names = namesOf(language, random);
  const steps = 4 + random.below(5);
  const step = random.of([0.02, 0.5, 10, 1000]);
  const right = Array.from({ length: steps + 1 }, (_, at) =>
    label(456, 203 - (at * 180) / steps, (at * step).toFixed(step < 1 ? 2 : 0), 'start'),
  );
  const width = 400 / names.length;
  const paths = [0, 1].map((turn) => {
    const points = names.map((_, at) => `${50 + (at + 0.5) * width},${40 + random.below(140)}`);
    return `<polyline points="${points.join(' ')}" fill="none" stroke="#${turn * 3}6a"/>`;
  });
  return svg(
    500,
    244,
    axes(random, steps, names) + line(450, 20, 450, 200) + right.join('') + paths.join('') + legend(language),
  );
}

/** Points with a name or a value each, and often grid lines in both directions. */
function scatter(language: TableLanguage, random: Random): string {
  const steps = 4 + random.below(4);
  const hasGrid = random.chance(0.6);
  const isNamed = random.chance(0.5);
  const across = Array.from({ length: steps + 1 }, (_, at) => {
    const x = 50 + (at * 400) / steps;
    return label(x, 214, at * 10) + (hasGrid ? line(x, 20, x, 200, '#bbb') : '');
  });
  const points = Array.from({ length: 14 + random.below(14) }, (_, at) => {
    const [x, y] = [60 + random.below(370), 30 + random.below(160)];
    const name = isNamed
      ? (language.labels[at % language.labels.length] ?? '').slice(0, 6)
      : (random.below(120) / 10).toFixed(1);
    return `<circle cx="${x}" cy="${y}" r="2"/>${label(x + 4, y - 3, name, 'start')}`;
  });
  return svg(
    480,
    244,
    axes(
      random,
      steps,
      Array.from({ length: 3 }, () => ''),
    ) +
      across.join('') +
      points.join(''),
  );
}

/** Four small charts in two rows. */
function panels(language: TableLanguage, random: Random): string {
  const each = Array.from({ length: 4 }, (_, at) => {
    const [x, y] = [30 + (at % 2) * 240, 20 + Math.floor(at / 2) * 130];
    const step = random.of([1, 20, 0.1]);
    const ticks = Array.from({ length: 5 }, (_unused, tick) =>
      label(x - 4, y + 93 - tick * 20, (tick * step).toFixed(step < 1 ? 1 : 0), 'end'),
    );
    const years = Array.from({ length: 4 }, (_unused, tick) =>
      label(x + 20 + tick * 45, y + 104, 1995 + tick * 5),
    );
    const points = Array.from(
      { length: 8 },
      (_unused, tick) => `${x + tick * 24},${y + 10 + random.below(70)}`,
    );
    return `${label(x + 90, y + 4, language.labels[at] ?? '')}${line(x, y + 10, x, y + 92)}${line(x, y + 92, x + 190, y + 92)}${ticks.join('')}${years.join('')}<polyline points="${points.join(' ')}" fill="none" stroke="#36a"/>`;
  });
  return svg(500, 280, each.join(''));
}

/** Bars from left to right, with a label for each and its value at its end. */
function sideBars({ labels }: TableLanguage, random: Random): string {
  const each = labels.map((text, at) => {
    const width = 20 + random.below(230);
    const y = 14 + at * 20;
    return `${label(186, y + 9, text.slice(0, 30), 'end')}<rect x="190" y="${y}" width="${width}" height="12" fill="#36a"/>${label(196 + width, y + 9, width / 10, 'start')}`;
  });
  return svg(480, 210, line(190, 8, 190, 196) + each.join(''));
}

function pie({ labels }: TableLanguage, random: Random): string {
  const parts = Array.from({ length: 6 }, () => 1 + random.below(9));
  const total = parts.reduce((sum, part) => sum + part, 0);
  let angle = 0;
  const at = (turn: number, radius: number): string =>
    `${160 + radius * Math.cos(turn)},${110 + radius * Math.sin(turn)}`;
  const slices = parts.map((part, index) => {
    const [from, to] = [angle, angle + (part / total) * 2 * Math.PI];
    angle = to;
    const [x = '0', y = '0'] = at((from + to) / 2, 100).split(',');
    const isLarge = to - from > Math.PI ? 1 : 0;
    return `<path d="M160,110 L${at(from, 80)} A80,80 0 ${isLarge} 1 ${at(to, 80)} Z" fill="#${index}7c" stroke="#fff"/>${label(Number(x), Number(y), `${((100 * part) / total).toFixed(1)}%`)}${label(310, 40 + index * 16, labels[index] ?? '', 'start')}`;
  });
  return svg(480, 230, slices.join(''));
}

function flow({ heads }: TableLanguage): string {
  const boxes = heads.map((text, at) => {
    const [x, y] = [10 + (at % 3) * 160, 10 + Math.floor(at / 3) * 80];
    const link = at % 3 < 2 ? line(x + 120, y + 20, x + 160, y + 20) : '';
    return `<rect x="${x}" y="${y}" width="120" height="40" fill="none" stroke="#000"/>${label(x + 60, y + 18, text.slice(0, 18))}${label(x + 60, y + 30, text.slice(18, 36))}${link}`;
  });
  return svg(480, 160, boxes.join(''));
}

const callouts = ({ prose }: TableLanguage, random: Random): string =>
  random.chance(0.5)
    ? `<div style="display:flex;gap:10pt">${prose.map((text) => `<div style="border:0.7pt solid #000;padding:6pt;flex:1">${text}</div>`).join('')}</div>`
    : `<div style="border:0.7pt solid #000;background:#eef;padding:8pt"><b>Box 1</b><br>${prose.join('<br><br>')}</div>`;

function contents({ labels, titles, heads }: TableLanguage, random: Random): string {
  const hasDots = random.chance(0.6);
  let page = 1;
  return [...titles, ...labels, ...heads]
    .map((text, at) => {
      page += 1 + random.below(6);
      const dots = hasDots ? '.'.repeat(160) : '';
      return `<div style="display:flex;margin:2pt 0"><span style="white-space:nowrap;padding-left:${(at % 3) * 10}pt">${at % 3 === 0 ? `${1 + at / 3} ` : ''}${text}</span><span style="flex:1;overflow:hidden;white-space:nowrap;margin:0 4pt">${dots}</span><span>${page}</span></div>`;
    })
    .join('');
}

const columns = ({ prose }: TableLanguage, random: Random): string =>
  `<div style="columns:${2 + random.below(2)};text-align:${random.of(['justify', 'left'])}">${Array.from({ length: 8 }, (_, at) => `<p>${prose[at % prose.length]}</p>`).join('')}</div>`;

const form = ({ heads }: TableLanguage): string =>
  heads
    .map(
      (text) =>
        `<div style="margin:8pt 0"><span style="display:inline-block;width:190pt">${text}:</span><span style="display:inline-block;width:200pt;border-bottom:0.5pt solid #000">&nbsp;</span></div>`,
    )
    .join('');

const code = (): string =>
  `<pre style="font-size:9pt">${['for (let row = 0; row < rows.length; row += 1) {', '  const cells   = rows[row];', '  const width   = 12;   // points', '  const height  = 240;  // points', '  const columns = 3;    // of the page', '  if (cells === undefined) continue;', '  draw(cells, width, height);', '}', '', 'mov   eax, 1      ; number of the call', 'mov   ebx, 0      ; status', 'int   0x80        ; leave'].join('\n')}</pre>`;

const references = (): string =>
  Array.from(
    { length: 12 },
    (_, at) =>
      `<div style="padding-left:24pt;text-indent:-24pt">[${at + 1}]&nbsp;&nbsp;&nbsp;Miller, A. and Novák, P. (${1990 + at}). On the measurement of small differences between large numbers. <i>Journal of Applied Statistics</i> ${at + 3}(2), ${at * 17 + 5}–${at * 17 + 19}.</div>`,
  ).join('');

const equations = ({ prose }: TableLanguage): string =>
  prose
    .flatMap((text, at) => [
      `<p>${text}</p>`,
      `<div style="display:flex"><span style="flex:1;text-align:center"><i>y</i><sub>i</sub> = <i>a</i> + <i>b x</i><sub>i</sub> + ε<sub>i</sub>,&nbsp;&nbsp;&nbsp; <i>i</i> = 1, …, ${at + 7}</span><span>(${at + 1})</span></div>`,
    ])
    .join('');

const glossary = ({ labels, prose }: TableLanguage): string =>
  `<ul>${labels.map((text, at) => `<li>${text}: ${(prose[at % prose.length] ?? '').slice(0, 90)}</li>`).join('')}</ul><ol>${labels.map((text) => `<li>${text}</li>`).join('')}</ol>`;

const letter = ({ prose, labels }: TableLanguage): string =>
  `<div style="text-align:right">${labels.slice(0, 3).join('<br>')}<br>12. 3. 2012</div><p>${labels.slice(4, 7).join('<br>')}</p><p>${prose.join('</p><p>')}</p><div style="display:flex;gap:120pt;margin-top:40pt"><div>${labels[0]}<br>A. Miller</div><div>${labels[1]}<br>P. Novák</div></div>`;

const figures: readonly [string, (language: TableLanguage, random: Random) => string][] = [
  ['bars', bars],
  ['lines', lines],
  ['two-axes', twoAxes],
  ['scatter', scatter],
  ['panels', panels],
  ['side-bars', sideBars],
  ['pie', pie],
  ['flow', flow],
  ['callouts', callouts],
  ['contents', contents],
  ['columns', columns],
  ['form', form],
  ['code', code],
  ['references', references],
  ['equations', equations],
  ['glossary', glossary],
  ['letter', letter],
];
const charts = new Set(['bars', 'lines', 'two-axes', 'scatter', 'panels', 'side-bars', 'pie', 'flow']);

/** Pages without tables: charts, boxes, contents, columns of prose, forms, code, references and so on. */
export function madeFigures(count: number): MadePage[] {
  return Array.from({ length: count }, (_, at) => {
    const random = randomOf(1000 + at);
    const language = languages[(at * 3) % languages.length] ?? languages[0];
    const [name, draw] = figures[at % figures.length] ?? ['columns', columns];
    const isChart = charts.has(name);
    const title =
      isChart && random.chance(0.7)
        ? `<p>${random.of(['Figure 1. ', 'Chart 2: ', ''])}${random.of(language.titles)}</p>`
        : '';
    const second = isChart && random.chance(0.4) ? draw(language, random) : '';
    const css = `body{font:10pt '${random.of(['Liberation Serif', 'Liberation Sans', 'DejaVu Serif', 'Carlito'])}'}`;
    return {
      name: `none-${name}-${String(at + 1).padStart(3, '0')}`,
      isLandscape: false,
      html: `<!doctype html><html><head><meta charset=utf-8><style>${css}</style></head><body><h2>${language.titles[0]}</h2><p>${random.of(language.prose)}</p>${title}${draw(language, random)}${second}<p>${random.of(language.prose)}</p></body></html>`,
    };
  });
}

/** A piece of a paragraph. */
export type Piece = string | { readonly note: string } | { readonly tex: string };

/** A block of a paper whose structure is known. */
export type PaperBlock =
  | { readonly kind: 'heading'; readonly level: number; readonly text: string }
  | { readonly kind: 'paragraph'; readonly pieces: readonly Piece[] }
  | { readonly kind: 'theorem'; readonly text: string }
  | { readonly kind: 'list'; readonly ordered: boolean; readonly items: readonly string[] }
  | { readonly kind: 'formula'; readonly tex: string }
  | { readonly kind: 'figure'; readonly caption: string; readonly labels: readonly string[] }
  | { readonly kind: 'table'; readonly caption: string; readonly rows: readonly (readonly string[])[] };

export interface Paper {
  readonly title: string;
  readonly running: string;
  readonly authors: readonly string[];
  readonly abstract: string;
  readonly blocks: readonly PaperBlock[];
  readonly references: readonly string[];
}

const words = (text: string): readonly string[] => text.trim().split(/\s+/);

const nouns = words(`estimate model sample boundary particle network observation temperature gradient surface
  spectrum cluster threshold instrument channel kernel survey catalogue residual measurement simulation method
  distribution parameter equation treatment community river harvest valley protocol detector sequence`);
const verbs = words(`determines exceeds follows describes reduces improves limits predicts explains resolves
  contains supports separates approximates underestimates confirms requires reflects`);
const adjectives = words(`linear robust coarse stable weak seasonal spectral recursive sparse thermal local
  significant independent uniform narrow consistent empirical adaptive bounded early`);
const joins = words('because although while whereas since so');
const themes = [
  'Introduction',
  'Related Work',
  'Materials and Methods',
  'Observations',
  'Statistical Analysis',
  'Results and Discussion',
  'Conclusions',
];
const formulas = [
  String.raw`E = \frac{1}{2} m v^2 + \int_0^\infty f(x)\, dx`,
  String.raw`\sum_{i=1}^{n} a_i x_i \le \lambda \max_j |b_j|`,
  String.raw`F(\theta) = \exp\left(-\frac{\theta^2}{2\sigma^2}\right)`,
  String.raw`\nabla \cdot \mathbf{B} = 0, \qquad \rho = \alpha + \beta \gamma`,
];

/** A generator of numbers from 0 to 1 that repeats for the same seed (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const capital = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

/** Writes a paper of about four pages; the same for the same seed. */
export function paperOf(seed: number): Paper {
  const random = randomFrom(seed);
  const pick = <T>(list: readonly T[]): T => {
    const found = list[Math.floor(random() * list.length)];
    if (found === undefined) throw new Error('The list is empty.');
    return found;
  };
  const clause = (): string =>
    `the ${pick(adjectives)} ${pick(nouns)} of the ${pick(nouns)} ${pick(verbs)} ${random() < 0.5 ? 'a' : 'each'} ${pick(adjectives)} ${pick(nouns)}`;
  const sentence = (): string => {
    const end =
      random() < 0.2
        ? ` (see ${random() < 0.5 ? 'Figure' : 'Table'} ${1 + Math.floor(random() * 2)})`
        : random() < 0.2
          ? ` [${1 + Math.floor(random() * 8)}]`
          : '';
    const middle = random() < 0.6 ? `${random() < 0.4 ? ',' : ''} ${pick(joins)} ${clause()}` : '';
    const start =
      random() < 0.12 ? `Figure ${1 + Math.floor(random() * 2)} shows that ${clause()}` : clause();
    return `${capital(start)}${middle}${end}.`;
  };
  const sentences = (count: number): string => Array.from({ length: count }, sentence).join(' ');
  const named = new Set<string>();
  const name = (): string => {
    for (;;) {
      const one = `${capital(pick(adjectives))} ${capital(pick(nouns))}`;
      const text = random() < 0.4 ? `${one} and ${capital(pick(nouns))}` : one;
      if (named.has(text)) continue;
      named.add(text);
      return text;
    }
  };
  const label = (): string => `${pick(nouns)} ${Math.floor(random() * 90 + 10)}q`;
  const paragraph = (withNote: boolean): PaperBlock => {
    if (withNote)
      return {
        kind: 'paragraph',
        pieces: [`${sentences(2)} ${capital(clause())}`, { note: sentence() }, `. ${sentences(2)}`],
      };
    const math = random() < 0.25;
    return {
      kind: 'paragraph',
      pieces: math
        ? [`${sentences(2)} Here `, { tex: 'x_i^2' }, ` ${clause()}. ${sentences(1)}`]
        : [sentences(3 + Math.floor(random() * 3))],
    };
  };
  const figure = (): PaperBlock => ({
    kind: 'figure',
    caption: random() < 0.5 ? `${name()}.` : sentences(2),
    labels: [label(), label(), label(), label()],
  });
  const table = (): PaperBlock => ({
    kind: 'table',
    caption: random() < 0.5 ? `${name()} by ${pick(nouns)}.` : sentences(1),
    rows: [
      [capital(pick(nouns)), capital(pick(nouns)), capital(pick(nouns))],
      ...Array.from({ length: 4 }, () => [
        pick(nouns),
        (random() * 100).toFixed(1),
        (random() * 10).toFixed(2),
      ]),
    ],
  });
  const blocks: PaperBlock[] = [];
  for (const [at, theme] of themes.entries()) {
    blocks.push({ kind: 'heading', level: 1, text: theme }, paragraph(at % 2 === 0));
    if (at === 0) blocks.push(paragraph(false));
    if (at === 1 || at === 4) blocks.push(figure());
    if (at === 2 || at === 5) blocks.push(table());
    if (at === 2 || at === 3 || at === 5)
      for (let part = 0; part < 2; part += 1) {
        blocks.push({ kind: 'heading', level: 2, text: name() }, paragraph(part === 1 && at === 3));
        if (part === 1) blocks.push({ kind: 'formula', tex: pick(formulas) }, paragraph(false));
        if (at === 3)
          blocks.push({ kind: 'heading', level: 3, text: name() }, paragraph(false), paragraph(false));
      }
    if (at === 1 || at === 4)
      blocks.push(
        { kind: 'list', ordered: at === 4, items: Array.from({ length: 3 }, sentence) },
        paragraph(false),
      );
    if (at === 4) blocks.push({ kind: 'theorem', text: sentence() }, paragraph(false));
  }
  return {
    title: `On the ${name()} of Quiet Rivers`,
    running: `Quiet rivers ${seed}`,
    authors: ['Ada Bellamy', 'Karl Ostrow'],
    abstract: sentences(5),
    blocks,
    references: Array.from(
      { length: 8 },
      () =>
        `${pick(['Lind', 'Mora', 'Okafor', 'Petit'])}, J. ${name()}. Journal of Rivers ${Math.floor(random() * 90)}, ${1990 + Math.floor(random() * 30)}.`,
    ),
  };
}

import type { Mutation } from './mutate-bytes.ts';
import type { Random } from './random.ts';

type TextMutation = (text: string, random: Random) => string;

const NUMBERS = [
  '0',
  '-1',
  '1',
  '65536',
  '1048576',
  '2147483647',
  '4294967296',
  '-2147483648',
  '1e308',
  'NaN',
];
// Deep enough for a reader that recurses without a limit.
const DEPTH = 5000;
const TIMES = [2, 20, 2000];

/** A random match of a pattern, and its replacement. */
function replaceOne(text: string, pattern: RegExp, random: Random, by: (found: string) => string): string {
  const places = [...text.matchAll(pattern)];
  if (places.length === 0) return text;
  const place = random.pick(places);
  return `${text.slice(0, place.index)}${by(place[0])}${text.slice(place.index + place[0].length)}`;
}

const changeNumber: TextMutation = (text, random) =>
  replaceOne(text, /-?\d{1,9}/g, random, () => random.pick(NUMBERS));

const repeatElement: TextMutation = (text, random) =>
  replaceOne(
    text,
    /<([\w:]{1,40})(?:\s[^<>]{0,200})?>[^<>]{0,200}<\/\1>|<[\w:]{1,40}[^<>]{0,200}\/>/g,
    random,
    (found) => found.repeat(random.pick(TIMES)),
  );

const nestElement: TextMutation = (text, random) =>
  replaceOne(text, /<([\w:]{1,40})(?:\s[^<>]{0,200})?>/g, random, (found) => found.repeat(DEPTH));

/** Replaces a reference by another one. */
const redirectReference: TextMutation = (text, random) => {
  const reference = /(?:[\w]+:)?(?:id|embed|href|name|val|ref|idref|Target|Id|src)="[^"<>]{1,80}"/gi;
  const values = [...text.matchAll(reference)].map(([found]) => found.slice(found.indexOf('"')));
  if (values.length === 0) return text;
  const value = random.pick(values);
  return replaceOne(text, reference, random, (found) => `${found.slice(0, found.indexOf('"'))}${value}`);
};

const removeTag: TextMutation = (text, random) => replaceOne(text, /<[^<>]{1,200}>/g, random, () => '');

const repeatSign: TextMutation = (text, random) =>
  replaceOne(text, /[^\w\s]/g, random, (found) => found.repeat(random.pick([...TIMES, 20_000])));

const addSpace: TextMutation = (text, random) =>
  replaceOne(text, /\s/g, random, (found) => found.repeat(random.pick([...TIMES, 50_000])));

const xmlMutations = [changeNumber, repeatElement, nestElement, redirectReference, removeTag];
const signMutations = [changeNumber, repeatSign, addSpace];

const onText =
  (mutations: readonly TextMutation[], encoding: 'utf8' | 'latin1'): Mutation =>
  (bytes, random) =>
    Buffer.from(random.pick(mutations)(bytes.toString(encoding), random), encoding);

/** Elements, attributes, numbers and references of XML and HTML. */
export const markupMutation = onText([...xmlMutations, ...signMutations], 'utf8');
/** Signs, blanks and numbers of any text. */
export const plainMutation = onText(signMutations, 'utf8');

const changeControlWord: TextMutation = (text, random) => {
  const words = [...text.matchAll(/\\[a-z]{1,20}-?\d{0,9} ?/g)].map(([word]) => word);
  if (words.length === 0) return text;
  const word = random.pick(words);
  return replaceOne(text, /\\[a-z]{1,20}-?\d{0,9} ?/g, random, (found) =>
    random.chance(0.5) ? word : found.repeat(random.pick(TIMES)),
  );
};

const openGroups: TextMutation = (text, random) =>
  replaceOne(text, /[{}]/g, random, (found) => found.repeat(random.pick([2, 20, DEPTH])));

/** Control words, their numbers, and groups of RTF. */
export const rtfMutation = onText([changeControlWord, openGroups, ...signMutations], 'latin1');

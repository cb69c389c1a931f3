import { nameTable } from '../../base/name-table.ts';
import { declarationsOf } from './declarations.ts';
import { runLookInside } from './element-look.ts';
import type { HtmlTextStyle } from './flow.ts';
import type { HtmlElement } from './html-node.ts';

const HIDDEN = /(?:^|[;\s])(?:display\s*:\s*none|visibility\s*:\s*hidden)/i;

/** Whether an element is hidden from readers, visually or as a duplicate. */
export const isHidden = ({ attributes }: HtmlElement): boolean =>
  attributes.hidden !== undefined ||
  attributes['aria-hidden'] === 'true' ||
  (attributes.style !== undefined && HIDDEN.test(attributes.style));

const elementStyles: Readonly<Record<string, HtmlTextStyle>> = nameTable({
  b: { bold: true },
  strong: { bold: true },
  i: { italic: true },
  em: { italic: true },
  cite: { italic: true },
  dfn: { italic: true },
  var: { italic: true },
  u: { underline: true },
  ins: { underline: true },
  s: { strike: true },
  strike: { strike: true },
  del: { strike: true },
  code: { code: true },
  kbd: { code: true },
  samp: { code: true },
  tt: { code: true },
  sup: { superscript: true },
  sub: { subscript: true },
});

/** Returns the text style inside an element; the same object if the element does not change it. */
export function textStyleInside({ name, attributes }: HtmlElement, around: HtmlTextStyle): HtmlTextStyle {
  const own = Object.hasOwn(elementStyles, name) ? elementStyles[name] : undefined;
  const { style } = attributes;
  if (own === undefined && style === undefined) return around;
  const inside: { -readonly [Name in keyof HtmlTextStyle]: HtmlTextStyle[Name] } = { ...around, ...own };
  if (style === undefined) return inside;
  if (around.look !== undefined) inside.look = runLookInside(style, around.look);
  const weight = /(?:^|[;\s])font-weight\s*:\s*(bold|[6-9]00|normal|400)/i.exec(style)?.[1];
  if (weight !== undefined) inside.bold = /bold|[6-9]00/i.test(weight) ? true : undefined;
  if (/(?:^|[;\s])font-style\s*:\s*(?:italic|oblique)/i.test(style)) inside.italic = true;
  const line = /(?:^|[;\s])text-decoration(?:-line)?\s*:([^;]*)/i.exec(style)?.[1] ?? '';
  if (/underline/i.test(line)) inside.underline = true;
  if (/line-through/i.test(line)) inside.strike = true;
  const raised = /(?:^|[;\s])vertical-align\s*:\s*(super|sub)\b/i.exec(style)?.[1]?.toLowerCase();
  if (raised === 'super') inside.superscript = true;
  if (raised === 'sub') inside.subscript = true;
  return inside;
}

/** Whether an element is shown apart from the text around it. */
export const isFloating = ({ attributes }: HtmlElement): boolean =>
  /^(?:left|right|inline-)/.test(declarationsOf(attributes.style ?? '').get('float') ?? '');

type Align = 'left' | 'center' | 'right' | 'justify';

/** Returns the text alignment of an element. */
export function alignOf({ name, attributes }: HtmlElement): Align | undefined {
  if (name === 'center') return 'center';
  const value =
    /(?:^|[;\s])text-align\s*:\s*(\w+)/i.exec(attributes.style ?? '')?.[1] ?? attributes.align ?? '';
  switch (value.toLowerCase()) {
    case 'left':
    case 'start':
      return 'left';
    case 'center':
    case 'middle':
      return 'center';
    case 'right':
    case 'end':
      return 'right';
    case 'justify':
      return 'justify';
    default:
      return undefined;
  }
}

// CSS Fragmentation 3.1, and the older page-break-before and page-break-after.
const forcedBreaks: ReadonlySet<string> = new Set(['always', 'page', 'left', 'right', 'recto', 'verso']);

/** Whether an element starts a new printed page, and whether what follows it does. */
export function pageBreaks({ attributes }: HtmlElement): {
  readonly before: boolean;
  readonly after: boolean;
} {
  const declarations = declarationsOf(attributes.style ?? '');
  const breaks = (side: string): boolean =>
    forcedBreaks.has(declarations.get(`break-${side}`) ?? '') ||
    forcedBreaks.has(declarations.get(`page-break-${side}`) ?? '');
  return { before: attributes.class === 'page-break' || breaks('before'), after: breaks('after') };
}

import { nameTable } from '../../base/name-table.ts';
import type { Look } from './flow.ts';
import type { HtmlElement } from './html-node.ts';

const HIDDEN = /(?:^|[;\s])(?:display\s*:\s*none|visibility\s*:\s*hidden)/i;

/** Whether a reader of the page does not see an element, or sees it twice. */
export const isHidden = ({ attributes }: HtmlElement): boolean =>
  attributes.hidden !== undefined ||
  attributes['aria-hidden'] === 'true' ||
  (attributes.style !== undefined && HIDDEN.test(attributes.style));

const looks: Readonly<Record<string, Look>> = nameTable({
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

/** The look of text inside an element; the same object where the element changes nothing. */
export function lookInside({ name, attributes }: HtmlElement, around: Look): Look {
  const own = Object.hasOwn(looks, name) ? looks[name] : undefined;
  const { style } = attributes;
  if (own === undefined && style === undefined) return around;
  const look = { ...around, ...own };
  if (style === undefined) return look;
  const weight = /(?:^|[;\s])font-weight\s*:\s*(bold|[6-9]00|normal|400)/i.exec(style)?.[1];
  if (weight !== undefined) look.bold = /bold|[6-9]00/i.test(weight) ? true : undefined;
  if (/(?:^|[;\s])font-style\s*:\s*(?:italic|oblique)/i.test(style)) look.italic = true;
  const line = /(?:^|[;\s])text-decoration(?:-line)?\s*:([^;]*)/i.exec(style)?.[1] ?? '';
  if (/underline/i.test(line)) look.underline = true;
  if (/line-through/i.test(line)) look.strike = true;
  const raised = /(?:^|[;\s])vertical-align\s*:\s*(super|sub)\b/i.exec(style)?.[1]?.toLowerCase();
  if (raised === 'super') look.superscript = true;
  if (raised === 'sub') look.subscript = true;
  return look;
}

type Align = 'left' | 'center' | 'right' | 'justify';

/** How an element says its text is aligned. */
export function alignOf({ name, attributes }: HtmlElement): Align | undefined {
  if (name === 'center') return 'center';
  const said =
    /(?:^|[;\s])text-align\s*:\s*(\w+)/i.exec(attributes.style ?? '')?.[1] ?? attributes.align ?? '';
  switch (said.toLowerCase()) {
    case 'left':
      return 'left';
    case 'center':
    case 'middle':
      return 'center';
    case 'right':
      return 'right';
    case 'justify':
      return 'justify';
    default:
      return undefined;
  }
}

/** Whether a page begins before an element in print. */
export const breaksPage = ({ attributes }: HtmlElement): boolean =>
  attributes.class === 'page-break' ||
  /(?:page-break-before\s*:\s*always|break-before\s*:\s*page)/i.test(attributes.style ?? '');

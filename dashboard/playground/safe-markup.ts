// Untrusted HTML is shown in a sandboxed frame, in which no script runs, under the page's Content-Security-Policy, which
// allows no foreign host. What both would block is removed first, so that a frame does not report violations.

const removed =
  'script, style, xmp, title, link, meta, base, iframe, frame, frameset, object, embed, applet, template, noscript, foreignObject, use, animate, set';

/** Attributes that load something, run something or lead out of the frame. */
const isUnsafe = (name: string, value: string): boolean => {
  if (
    name.startsWith('on') ||
    [
      'style',
      'srcdoc',
      'srcset',
      'action',
      'formaction',
      'ping',
      'target',
      'background',
      'poster',
      'autofocus',
      'accesskey',
    ].includes(name)
  )
    return true;
  if (name === 'src') return !/^data:image\//i.test(value.trim());
  return (name === 'href' || name === 'xlink:href') && !value.startsWith('#');
};

/** Removes what loads something from a style. */
const safeCss = (css: string): string =>
  css.replace(/@import[^;]*;?/gi, '').replace(/url\([^)]*\)/gi, 'none');

/** HTML without scripts and addresses, and its styles. */
export type SafeMarkup = {
  readonly body: string;
  /** The text of its style elements. */
  readonly styles: string;
  /** The name of the attribute that contains what was in `style`, because the policy forbids that one. */
  readonly styleAttribute: string;
};

const styleAttribute = 'data-shown-style';

/**
 * Renames styles and event handlers: browsers report them as violations of the policy even in a document that is not shown. What
 * this misses is blocked by the policy. The content of `xmp` is raw text, like that of `style`.
 */
const withoutInlineCode = (html: string): string =>
  html
    .replace(/<(\/?)style(?=[\s/>])/gi, `<$1xmp ${styleAttribute} `)
    .replace(/<[a-z][^<>]*>/gi, (tag) =>
      tag
        .replace(/(?<=[\s/"'])on[a-z]+(?=\s*=)/gi, 'data-inert')
        .replace(/(?<=[\s/"'])style(?=\s*=)/gi, styleAttribute),
    );

/** Returns the content of an HTML document that is safe to show in a sandboxed frame. */
export const safeMarkup = (html: string): SafeMarkup => {
  const inert = new DOMParser().parseFromString(withoutInlineCode(html), 'text/html');
  const sheets = [...inert.querySelectorAll(`xmp[${styleAttribute}]`)];
  const styles = sheets.map(({ textContent }) => safeCss(textContent)).join('\n');
  for (const element of inert.querySelectorAll(removed)) element.remove();
  for (const element of inert.querySelectorAll('*'))
    for (const { name, value } of [...element.attributes]) {
      if (name === styleAttribute) element.setAttribute(name, safeCss(value));
      else if (isUnsafe(name.toLowerCase(), value)) {
        element.removeAttribute(name);
        if (name === 'href') element.setAttribute('title', value);
      }
    }
  return { body: inert.body.innerHTML, styles, styleAttribute };
};

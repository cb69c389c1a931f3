// Cost per pixel of the drawing in steps of about 5 ns, measured with resvg 0.45 on one core.
const LAYER = 1;
const PRIMITIVE = 2;
const BLUR = 10;
const LIGHTING = 10;
const OCTAVE = 20;

/** Maximum rendering steps per pixel: half a minute for a drawing of 1000 x 1000 pixels. */
export const MAX_PASSES = 5000;
/** Maximum rendering steps for all pixels of a drawing. */
export const MAX_PIXEL_STEPS = MAX_PASSES * 1_000_000;

// Properties that make a renderer draw the element into its own layer.
const LAYERED = /(?:^|[;\s])(?:filter|mask|clip-path|opacity|mix-blend-mode|isolation)\s*:/i;
const LAYER_ATTRIBUTES = ['filter', 'mask', 'clip-path', 'opacity'];

/** Multiplies the one or two numbers of an attribute such as `order` or `radius`. */
function product(value: string | undefined, fallback: number): number {
  const [first = fallback, second = first] = (value ?? '')
    .trim()
    .split(/[\s,]+/, 2)
    .map(Number)
    .filter((number) => number > 0);
  return first * second;
}

/** Returns the rendering steps of an element per pixel, without its children and references. */
export function passesOf(element: string, attributes: Readonly<Record<string, string>>): number {
  switch (element) {
    case 'feConvolveMatrix':
      return product(attributes.order, 3);
    case 'feMorphology':
      return PRIMITIVE + 4 * product(attributes.radius, 0);
    case 'feTurbulence':
      return OCTAVE * Math.max(1, Number.parseInt(attributes.numOctaves ?? '1', 10) || 1);
    case 'feGaussianBlur':
    case 'feDropShadow':
      return BLUR;
    case 'feDiffuseLighting':
    case 'feSpecularLighting':
      return LIGHTING;
    default:
      if (element.startsWith('fe')) return PRIMITIVE;
      return LAYER_ATTRIBUTES.some((name) => attributes[name] !== undefined) ||
        LAYERED.test(attributes.style ?? '')
        ? LAYER
        : 0;
  }
}

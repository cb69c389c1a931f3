import { nameTable } from '../../base/name-table.ts';
import { elementsOf, integerOf, type XmlElement } from '../xml/element.ts';

/** Returns the colour of a name such as `accent1`, as `#rrggbb`. */
export type ColourScheme = (name: string) => string | undefined;

const WHOLE = 100_000;

// The preset colours that programs write; ECMA-376 part 1, 20.1.10.47 has all of CSS.
const presets: Readonly<Record<string, string>> = nameTable({
  black: '#000000',
  white: '#ffffff',
  red: '#ff0000',
  green: '#008000',
  lime: '#00ff00',
  blue: '#0000ff',
  navy: '#000080',
  yellow: '#ffff00',
  orange: '#ffa500',
  purple: '#800080',
  magenta: '#ff00ff',
  cyan: '#00ffff',
  teal: '#008080',
  maroon: '#800000',
  olive: '#808000',
  silver: '#c0c0c0',
  gray: '#808080',
  grey: '#808080',
  ltGray: '#d3d3d3',
  lightGray: '#d3d3d3',
  dkGray: '#a9a9a9',
  darkGray: '#a9a9a9',
  brown: '#a52a2a',
  pink: '#ffc0cb',
  gold: '#ffd700',
});

type Channels = readonly [number, number, number];

const channelsOf = (colour: string): Channels => {
  const number = Number.parseInt(colour.slice(1, 7), 16);
  return [(number >> 16) & 255, (number >> 8) & 255, number & 255];
};

const limited = (value: number, most: number): number =>
  Number.isFinite(value) ? Math.min(most, Math.max(0, value)) : 0;

const hexOf = (channels: readonly number[]): string =>
  `#${channels.map((channel) => Math.round(limited(channel, 255)).toString(16).padStart(2, '0')).join('')}`;

/** Hue in turns, saturation and lightness from 0 to 1. */
function toHsl([r, g, b]: Channels): Channels {
  const [red, green, blue] = [r / 255, g / 255, b / 255];
  const most = Math.max(red, green, blue);
  const least = Math.min(red, green, blue);
  const light = (most + least) / 2;
  const range = most - least;
  if (range === 0) return [0, 0, light];
  const saturation = range / (1 - Math.abs(2 * light - 1));
  const sector =
    most === red
      ? ((green - blue) / range + 6) % 6
      : most === green
        ? (blue - red) / range + 2
        : (red - green) / range + 4;
  return [sector / 6, saturation, light];
}

function fromHsl([hue, saturation, light]: Channels): Channels {
  const range = (1 - Math.abs(2 * light - 1)) * saturation;
  const channel = (shift: number): number => {
    const place = (shift + hue * 12) % 12;
    return 255 * (light - (range / 2) * Math.max(-1, Math.min(place - 3, 9 - place, 1)));
  };
  return [channel(0), channel(8), channel(4)];
}

type Change = (colour: Channels, share: number) => Channels;

const ofHsl =
  (index: 1 | 2, change: (value: number, share: number) => number): Change =>
  (colour, share) => {
    const hsl: [number, number, number] = [...toHsl(colour)];
    hsl[index] = limited(change(hsl[index], share), 1);
    return fromHsl(hsl);
  };

// Tints and shades mix linear light.
const GAMMA = 2.3;

/** Mixes a colour with white (1) or black (0). */
const towards =
  (end: 0 | 1): Change =>
  (colour, share) => {
    const [r = 0, g = 0, b = 0] = colour.map(
      (channel) => 255 * ((channel / 255) ** GAMMA * share + end * (1 - share)) ** (1 / GAMMA),
    );
    return [r, g, b];
  };

/** ECMA-376 part 1, 20.1.2.3. */
const changes: Readonly<Record<string, Change>> = nameTable({
  'a:lumMod': ofHsl(2, (value, share) => value * share),
  'a:lumOff': ofHsl(2, (value, share) => value + share),
  'a:satMod': ofHsl(1, (value, share) => value * share),
  'a:satOff': ofHsl(1, (value, share) => value + share),
  'a:tint': towards(1),
  'a:shade': towards(0),
});

const shareOf = (element: XmlElement): number => (integerOf(element, 'val') ?? WHOLE) / WHOLE;

function baseOf(element: XmlElement, scheme: ColourScheme): string | undefined {
  const { val = '', lastClr } = element.attributes;
  const hex = (text: string | undefined): string | undefined =>
    text !== undefined && /^[\da-f]{6}$/i.test(text) ? `#${text.toLowerCase()}` : undefined;
  switch (element.name) {
    case 'a:srgbClr':
      return hex(val);
    case 'a:sysClr':
      return hex(lastClr) ?? (val === 'window' ? '#ffffff' : '#000000');
    case 'a:schemeClr':
      return scheme(val);
    case 'a:prstClr':
      return presets[val];
    case 'a:scrgbClr':
      return hexOf(['r', 'g', 'b'].map((name) => ((integerOf(element, name) ?? 0) / WHOLE) * 255));
    case 'a:hslClr': {
      const [hue = 0, sat = 0, lum = 0] = ['hue', 'sat', 'lum'].map((name) => integerOf(element, name));
      return hexOf(fromHsl([limited(hue / 21_600_000, 1), limited(sat / WHOLE, 1), limited(lum / WHOLE, 1)]));
    }
    default:
      return undefined;
  }
}

/**
 * Returns the colour in an element such as `a:solidFill`, as `#rrggbb`, or `#rrggbbaa` if it is transparent: DrawingML,
 * ECMA-376 part 1, 20.1.2.3.
 */
export function drawingColour(parent: XmlElement | undefined, scheme: ColourScheme): string | undefined {
  for (const element of elementsOf(parent)) {
    const base = baseOf(element, scheme);
    if (base === undefined) continue;
    let colour = channelsOf(base);
    let opacity = base.length > 7 ? Number.parseInt(base.slice(7), 16) / 255 : 1;
    for (const change of elementsOf(element)) {
      if (change.name === 'a:alpha') opacity = limited(shareOf(change), 1);
      else colour = changes[change.name]?.(colour, shareOf(change)) ?? colour;
    }
    return opacity < 1 ? hexOf([...colour, opacity * 255]) : hexOf(colour);
  }
  return undefined;
}

/** Removes the opacity of a colour. */
export const opaque = (colour: string | undefined): string | undefined => colour?.slice(0, 7);

/** Returns the mean of colours; undefined if there are none. */
export function meanColour(colours: readonly string[]): string | undefined {
  if (colours.length === 0) return undefined;
  const sums = [0, 0, 0];
  for (const colour of colours)
    for (const [index, channel] of channelsOf(colour).entries()) sums[index] = (sums[index] ?? 0) + channel;
  return hexOf(sums.map((sum) => sum / colours.length));
}

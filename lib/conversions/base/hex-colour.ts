const hexByte = (channel: number): string =>
  Math.round(Math.min(255, Math.max(0, channel)))
    .toString(16)
    .padStart(2, '0');

/** Writes red, green and blue, of 255 each, as `#rrggbb`. */
export const hexColour = (channels: readonly number[]): string => `#${channels.map(hexByte).join('')}`;

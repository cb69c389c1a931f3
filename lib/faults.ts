/** An invalid part of a value: its dotted path, empty for the value itself, and a clause that states what is wrong. */
export type Fault = { readonly field: string; readonly message: string };

/** The dotted path of a field in another. Either may be empty. */
export const pathOf = (place: string, field: string): string =>
  [place, field].filter((part) => part !== '').join('.');

/** Lists faults as `field: message`. `place` is the field that contains the value. */
export const listFaults = (faults: readonly Fault[], place = ''): string =>
  faults.map(({ field, message }) => `${pathOf(place, field) || 'body'}: ${message}`).join(' ');

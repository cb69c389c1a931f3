import { declineCorrupt } from '../../engine/decline-corrupt.ts';
import { noOptions } from '../../engine/options.ts';
import { documentReader } from '../../engine/roles.ts';
import { readRtf } from './read-rtf.ts';

/** Reads Rich Text Format documents. */
export const rtfReader = documentReader({
  name: 'docforge-rtf-reader',
  from: ['rtf'],
  options: noOptions,
  read: (bytes, { target }) => declineCorrupt(() => readRtf(bytes, target)),
});

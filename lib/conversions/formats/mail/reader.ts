import { noOptions } from '../../engine/options.ts';
import { documentReader } from '../../engine/roles.ts';

const mailReader = <const From extends 'eml' | 'mhtml'>(from: From) =>
  documentReader({
    name: `postal-mime-${from}-reader`,
    package: 'postal-mime',
    from: [from],
    options: noOptions,
    read: async (bytes, { target }) => {
      const { readMime } = await import('./read-mail.ts');
      return await readMime(bytes, from, target);
    },
  });

/** Reads messages of mail programs (RFC 5322 and MIME): the message, and a list of its attachments. */
export const emlReader = mailReader('eml');

/** Reads web pages saved as one MIME file (RFC 2557). */
export const mhtmlReader = mailReader('mhtml');

/** Reads messages of Outlook ([MS-OXMSG]): the message, and a list of its attachments. */
export const msgReader = documentReader({
  name: 'docforge-msg-reader',
  from: ['msg'],
  options: noOptions,
  read: async (bytes, { target }) => {
    const { readOutlook } = await import('./read-mail.ts');
    return await readOutlook(bytes, target);
  },
});

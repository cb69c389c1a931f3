import type { Needs } from '../../document/needs.ts';
import { noOptions } from '../../engine/options.ts';
import { documentReader } from '../../engine/roles.ts';
import type { OpenedMessage } from './read-mail.ts';

/** A format of messages, and how they are opened. Their files are read by the engines of other formats. */
export interface MailFormat {
  readonly name: string;
  readonly package?: string;
  readonly from: 'eml' | 'msg';
  readonly open: (bytes: Uint8Array, needs: Needs) => Promise<OpenedMessage>;
}

export const mailFormats: readonly MailFormat[] = [
  // Messages of mail programs (RFC 5322 and MIME).
  {
    name: 'postal-mime-eml-reader',
    package: 'postal-mime',
    from: 'eml',
    open: async (bytes, needs) => {
      const { openMime } = await import('./read-mail.ts');
      return await openMime(bytes, needs);
    },
  },
  // Messages of Outlook ([MS-OXMSG]).
  {
    name: 'docforge-msg-reader',
    from: 'msg',
    open: async (bytes, needs) => {
      const { openOutlook } = await import('./read-mail.ts');
      return await openOutlook(bytes, needs);
    },
  },
];

/** Reads web pages saved as one MIME file (RFC 2557). */
export const mhtmlReader = documentReader({
  name: 'postal-mime-mhtml-reader',
  package: 'postal-mime',
  from: ['mhtml'],
  options: noOptions,
  read: async (bytes, { needs }) => {
    const { readSavedPage } = await import('./read-mail.ts');
    return await readSavedPage(bytes, needs);
  },
});

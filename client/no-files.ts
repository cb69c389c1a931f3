import { unreadable } from './errors.ts';

const refuse = (): never => {
  throw unreadable(
    'Files by path need Node.js. Pass a File, Blob, Uint8Array or stream, and read results with bytes().',
  );
};

/** Replaces `node-files.ts` in bundles for browsers. @throws DocForgeError `unreadable_input` */
export const openFile = refuse;

/** @throws DocForgeError `unreadable_input` */
export const saveFile = refuse;

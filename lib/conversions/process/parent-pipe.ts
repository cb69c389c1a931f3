import { Socket } from 'node:net';
import { type Messenger, messengerOver } from './messenger.ts';

/** Descriptor of the pipe to the parent in an engine process. */
export const PARENT_PIPE = 3;

/** Opens an engine process's end of the pipe. Calls `onEnd` when the parent is gone. */
export function openParentPipe(onMessage: (message: unknown) => void, onEnd: () => void): Messenger {
  const socket = new Socket({ fd: PARENT_PIPE, readable: true, writable: true });
  socket.once('close', onEnd);
  return messengerOver(socket, onMessage, onEnd);
}

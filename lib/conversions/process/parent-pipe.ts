import { Socket } from 'node:net';
import { type Messenger, messengerOver } from './messenger.ts';

/** The descriptor at which an engine process finds the pipe to its parent. */
export const PARENT_PIPE = 3;

/** Opens an engine process's side of the pipe; calls `onEnd` when the parent is gone. */
export function openParentPipe(onMessage: (message: unknown) => void, onEnd: () => void): Messenger {
  const socket = new Socket({ fd: PARENT_PIPE, readable: true, writable: true });
  socket.once('close', onEnd);
  return messengerOver(socket, onMessage, onEnd);
}

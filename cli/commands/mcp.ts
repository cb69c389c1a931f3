import { once } from 'node:events';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { type ExitCode, exitCodes } from '../command-error.ts';
import { openRoots } from '../mcp/roots.ts';
import { createMcpServer } from '../mcp/server.ts';
import { type Context, openBackend } from './convert.ts';

/** Serves MCP clients on standard input and output, until the input ends. */
export const serveMcp = async (
  options: { readonly local?: boolean; readonly root?: readonly string[] },
  context: Context,
): Promise<ExitCode> => {
  const roots = await openRoots(options.root ?? ['.']);
  const server = createMcpServer(await openBackend(options, context), roots);
  const { stdin, stdout } = context.terminal;
  const ended = Promise.race([
    once(stdin, 'end', { signal: context.signal }),
    once(stdin, 'close', { signal: context.signal }),
  ]).catch(() => undefined);
  await server.connect(new StdioServerTransport(stdin, stdout));
  await ended;
  await server.close();
  return exitCodes.ok;
};

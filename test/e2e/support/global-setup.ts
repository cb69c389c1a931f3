import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { describeSummary } from '../../../local/access/record.ts';
import { readRecords } from '../../../local/access/record-file.ts';
import type { StackDescription } from '../../../local/description.ts';
import { isLong } from '../../support/long-run.ts';
import { startStackProcess } from './stack-process.ts';
import { newAccount } from './tenant.ts';
import { receiverHost } from './webhook-receiver.ts';

declare module 'vitest' {
  interface ProvidedContext {
    stack: StackDescription;
    /** Id of the account of all tests that only convert. */
    sharedAccount: string;
  }
}

/**
 * The calls that admin-check.long.test.ts makes with the permissions of this function and that must be denied: everything
 * except counting calls.
 */
const triedOnPurpose = /^GetFormatsFunction\w+ (?!dynamodb:UpdateItem \S+ (?:RATE|TOKEN)#)/;

/**
 * Runs one local stack for all end-to-end tests that do not break it. At the end, prints the permission checks of all
 * stacks, and fails the run if a function was denied anything: a retry or a log line could hide such a fault.
 */
export const setup = async (project: TestProject): Promise<() => Promise<void>> => {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'docforge-e2e-'));
  const recordDirectory = await mkdtemp(join(tmpdir(), 'docforge-permissions-'));
  process.env.DOCFORGE_RECORD_DIR = recordDirectory;
  const stack = await startStackProcess(dataDirectory, { LOCAL_RECEIVER_HOST: receiverHost });
  project.provide('stack', stack.description);
  project.provide('sharedAccount', await newAccount(stack.description));
  return async () => {
    await stack.stop();
    const summary = await readRecords(recordDirectory);
    const unforeseen = Object.keys(summary.refusals).filter((refusal) => !triedOnPurpose.test(refusal));
    // The short run does not use every grant.
    if (isLong || unforeseen.length > 0) process.stdout.write(`\n${describeSummary(summary)}\n`);
    if (unforeseen.length > 0) process.exitCode = 1;
    await rm(dataDirectory, { recursive: true, force: true });
    await rm(recordDirectory, { recursive: true, force: true });
  };
};

import { closeSync, constants, openSync, type Stats, statSync } from 'node:fs';
import type { SystemCalls } from './system-calls.ts';

// <linux/landlock.h>: rights on files, each with the version of Landlock that has it, in the order of their bits.
const rights = [
  ['execute', 1],
  ['writeFile', 1],
  ['readFile', 1],
  ['readFolder', 1],
  ['removeFolder', 1],
  ['removeFile', 1],
  ['makeCharacterDevice', 1],
  ['makeFolder', 1],
  ['makeFile', 1],
  ['makeSocket', 1],
  ['makeFifo', 1],
  ['makeBlockDevice', 1],
  ['makeLink', 1],
  ['refer', 2],
  ['truncate', 3],
  ['useDevice', 5],
] as const;

type Right = (typeof rights)[number][0];

const bitsOf = (chosen: readonly Right[], version: number): bigint =>
  rights.reduce(
    (bits, [right, since], index) =>
      since <= version && chosen.includes(right) ? bits | (1n << BigInt(index)) : bits,
    0n,
  );

const all: readonly Right[] = rights.map(([right]) => right);
const reading: readonly Right[] = ['execute', 'readFile', 'readFolder'];
const writing: readonly Right[] = [
  'writeFile',
  'readFile',
  'readFolder',
  'removeFolder',
  'removeFile',
  'makeFolder',
  'makeFile',
  'makeSocket',
  'makeFifo',
  'makeLink',
  'refer',
  'truncate',
];
const using: readonly Right[] = ['writeFile', 'readFile'];
const ofFiles: readonly Right[] = ['execute', 'writeFile', 'readFile', 'truncate', 'useDevice'];

const TCP_RIGHTS = 0b11n;
const TCP_SINCE = 4;
/** Abstract sockets and signals stay among processes of the same wall. */
const SCOPES = 0b11n;
const SCOPES_SINCE = 6;
const RULESET_BYTES = 24;
const RULE_BYTES = 12;
const O_PATH = 0o10000000;

/** What a walled process may use. Paths that do not exist, or that the user may not reach, are skipped. */
export interface FileView {
  /** Files and folders to read and to execute. */
  readonly read: readonly string[];
  /** Folders to do anything in but to execute. */
  readonly write: readonly string[];
  /** Devices to read and write. */
  readonly devices: readonly string[];
}

function statIfReachable(path: string): Stats | undefined {
  try {
    return statSync(path);
  } catch {
    return undefined;
  }
}

function allowPath(
  calls: SystemCalls,
  ruleset: number,
  path: string,
  chosen: readonly Right[],
  version: number,
) {
  const stats = statIfReachable(path);
  if (stats === undefined) return;
  // The kernel refuses rights of folders on a file.
  const fitting = stats.isDirectory() ? chosen : chosen.filter((right) => ofFiles.includes(right));
  const descriptor = openSync(path, O_PATH | constants.O_RDONLY);
  const rule = Buffer.alloc(RULE_BYTES);
  rule.writeBigUInt64LE(bitsOf(fitting, version), 0);
  rule.writeInt32LE(descriptor, 8);
  const isAdded = calls.addPathRule(ruleset, rule);
  closeSync(descriptor);
  if (!isAdded) throw new Error(`Landlock accepts no rule for ${path}.`);
}

/**
 * Confines this thread, and what it starts or executes from now on, to a view of the file system; closes TCP, signals to
 * other processes and their `/proc` where the kernel's version can. Holds for root too. Returns whether it holds: false if
 * the kernel has no Landlock. Throws Error if a rule is refused.
 */
export function confineFiles(calls: SystemCalls, view: FileView): boolean {
  const version = calls.landlockVersion();
  if (version < 1) return false;
  const attributes = Buffer.alloc(RULESET_BYTES);
  attributes.writeBigUInt64LE(bitsOf(all, version), 0);
  attributes.writeBigUInt64LE(version >= TCP_SINCE ? TCP_RIGHTS : 0n, 8);
  attributes.writeBigUInt64LE(version >= SCOPES_SINCE ? SCOPES : 0n, 16);
  // An older kernel accepts what it does not know if it is zero.
  const ruleset = calls.createRuleset(attributes);
  if (ruleset < 0) return false;
  try {
    for (const path of view.read) allowPath(calls, ruleset, path, reading, version);
    for (const path of view.write) allowPath(calls, ruleset, path, writing, version);
    for (const path of view.devices) allowPath(calls, ruleset, path, using, version);
    return calls.restrictSelf(ruleset);
  } finally {
    closeSync(ruleset);
  }
}

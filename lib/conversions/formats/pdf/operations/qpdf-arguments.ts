import { formatPageRanges } from '../../../base/page-ranges.ts';
import type { OperationOptions, permissions } from './operation-options.ts';

type Permission = (typeof permissions)[number];

function permissionArguments(allowed: readonly Permission[] | undefined): string[] {
  if (allowed === undefined) return [];
  const yes = (name: Permission): string =>
    allowed.includes(name) || allowed.includes('modify') ? 'y' : 'n';
  const print = allowed.includes('print')
    ? 'full'
    : allowed.includes('print_low_resolution')
      ? 'low'
      : 'none';
  return [
    `--print=${print}`,
    `--extract=${allowed.includes('copy') ? 'y' : 'n'}`,
    `--modify-other=${allowed.includes('modify') ? 'y' : 'n'}`,
    `--annotate=${yes('annotate')}`,
    `--form=${yes('fill_forms')}`,
    `--assemble=${yes('assemble')}`,
  ];
}

function encryptionArguments(options: OperationOptions): string[] {
  const { user_password: user, owner_password: owner } = options;
  if (user === undefined && owner === undefined) return options.decrypt ? ['--decrypt'] : [];
  return [
    '--encrypt',
    `--user-password=${user ?? ''}`,
    `--owner-password=${owner ?? user ?? ''}`,
    '--bits=256',
    ...permissionArguments(options.permissions),
    '--',
  ];
}

function compressionArguments({ compress, quality }: OperationOptions): string[] {
  if (compress === 'none') return [];
  const lossless = ['--object-streams=generate', '--recompress-flate', '--compression-level=9'];
  return compress === 'lossless' ? lossless : [...lossless, '--optimize-images', `--jpeg-quality=${quality}`];
}

/** A PDF whose pages are put over some pages, in order. */
interface TextLayerFile {
  readonly path: string;
  readonly pages: readonly number[];
}

/** qpdf arguments that change pages, without the input selection. */
export const pageArguments = (
  { rotate }: OperationOptions,
  rotated: readonly number[],
  textLayer: TextLayerFile | undefined,
): string[] => [
  ...(rotate === undefined || rotated.length === 0
    ? []
    : [`--rotate=+${rotate}:${formatPageRanges(rotated)}`]),
  ...(textLayer === undefined
    ? []
    : ['--overlay', textLayer.path, `--to=${formatPageRanges(textLayer.pages)}`, '--']),
];

/** qpdf arguments for how the file is written. */
export function fileArguments(options: OperationOptions): string[] {
  return [
    ...compressionArguments(options),
    ...(options.linearize ? ['--linearize'] : []),
    ...encryptionArguments(options),
  ];
}

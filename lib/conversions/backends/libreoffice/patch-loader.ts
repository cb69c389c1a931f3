/** A change to the loader's text: it must match exactly once, so that a new version of the package is reviewed. */
type Patch = readonly [before: string, after: string];

const LIST = 'loadPackage({files:';
const LIST_END = 'remote_package_size';
const names = ['files', 'filename', 'start', 'end', LIST_END];

const patches: readonly Patch[] = [
  // No sockets: each fails with EACCES.
  ['createSocket(family,type,protocol){', 'createSocket(family,type,protocol){throw new FS.ErrnoError(2);'],
  // The standard input stays closed.
  ['var fd=process.stdin.fd;', 'return null;'],
  // Each thread that is created in advance takes 0.2 s and 15 MB; LibreOffice needs two at most.
  ['var pthreadPoolSize=4;', 'var pthreadPoolSize=2;'],
  // Threads run no JavaScript of UNO, whose 4,000 types take 0.4 s to register in each.
  ['__embind_initialize_bindings();initializedJS=true', 'initializedJS=true'],
];

function replaceOnce(text: string, [before, after]: Patch): string {
  const count = text.split(before).length - 1;
  if (count !== 1) throw new Error(`LibreOffice's loader contains ${count} matches of: ${before}`);
  return text.replace(before, () => after);
}

/** Where a file is in the package's archive. */
interface PackedFile {
  readonly filename: string;
  readonly start: number;
  readonly end: number;
}

/** Separates the package's loader (`soffice.cjs`) into a loader without files and the list of files in `soffice.data`. */
export function patchLoader(loader: string): {
  readonly code: string;
  readonly files: readonly PackedFile[];
} {
  const start = loader.indexOf(LIST);
  const end = loader.indexOf('})', loader.indexOf(LIST_END, start)) + 2;
  if (start < 0 || end < start) throw new Error("LibreOffice's loader has no list of files.");
  const list = loader.slice(start + 'loadPackage('.length, end - 1);
  // JavaScript with unquoted names.
  const json = names.reduce((text, name) => text.replaceAll(`${name}:`, `"${name}":`), list);
  const { files }: { files: PackedFile[] } = JSON.parse(json);
  const code = patches.reduce(replaceOnce, loader.slice(0, start) + loader.slice(end));
  return { code, files };
}

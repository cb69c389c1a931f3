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
  // Each thread takes 0.1 s and 15 MB. Most documents need none, and two is the most; LibreOffice creates them when it does.
  ['var pthreadPoolSize=4;', 'var pthreadPoolSize=0;'],
  // Threads run no JavaScript of UNO, whose 4,000 types take 0.4 s to register in each.
  ['__embind_initialize_bindings();initializedJS=true', 'initializedJS=true'],
  // Nor does anything else. A document that took over LibreOffice could call any function of Node.js by it.
  [
    'random_get:_random_get}',
    'random_get:_random_get};for(var name in wasmImports)if(/^(?:_em(?:bind|val)_|jsRegister)/.test(name))wasmImports[name]=()=>0',
  ],
  ['Module["throwBindingError"]=throwBindingError;', 'Module["PThread"]=PThread;'],
  // A thread that answers runs nothing.
  ['else if(msgData.target==="setimmediate"){}', 'else if(msgData.isIdle){postMessage(msgData)}'],
  // A restored memory has been initialized.
  [
    'addOnInit(wasmExports["__wasm_call_ctors"])',
    'if(!Module["isRestored"])addOnInit(wasmExports["__wasm_call_ctors"])',
  ],
  // The same in every process, because fontconfig compares the times of fonts with the time when it read them.
  ['node.atime=node.mtime=node.ctime=Date.now()', 'node.atime=node.mtime=node.ctime=1e12'],
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

import { chmod, copyFile, mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** The libraries of Node itself and the C and C++ libraries of a Lambda runtime, and no others. */
const libraries = [
  '/lib64/ld-linux-x86-64.so.2',
  ...[
    'libc.so.6',
    'libdl.so.2',
    'libgcc_s.so.1',
    'libm.so.6',
    'libnss_dns.so.2',
    'libnss_files.so.2',
    'libpthread.so.0',
    'libresolv.so.2',
    'librt.so.1',
    'libstdc++.so.6',
    'libutil.so.1',
  ].map((name) => `/lib/x86_64-linux-gnu/${name}`),
];

const files: Readonly<Record<string, string>> = {
  'etc/passwd':
    'root:x:0:0::/root:/sbin/nologin\nsbx_user1051:x:65534:65534::/home/sbx_user1051:/sbin/nologin\n',
  'etc/group': 'root:x:0:\nsbx_user1051:x:65534:\n',
  'etc/hosts': '127.0.0.1 localhost\n',
  'etc/nsswitch.conf': 'hosts: files dns\n',
};

/** Folders and devices that sandbox.sh mounts over. */
const folders = ['proc', 'tmp', 'var/runtime', 'var/task'];
const devices = ['full', 'null', 'random', 'urandom', 'zero'];

/** Builds the root of a sandbox: Node, the libraries that it needs, and no program besides. */
export async function buildSandboxRoot(root: string): Promise<void> {
  const copy = async (from: string, to: string): Promise<void> => {
    await mkdir(dirname(join(root, to)), { recursive: true });
    await copyFile(from, join(root, to));
    await chmod(join(root, to), 0o755);
  };
  await copy(process.execPath, 'var/lang/bin/node');
  for (const library of libraries) await copy(library, library);
  for (const folder of folders) await mkdir(join(root, folder), { recursive: true });
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), text);
  }
  await mkdir(join(root, 'dev'));
  for (const device of devices) await writeFile(join(root, 'dev', device), '');
}

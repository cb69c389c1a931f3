import { closeSync, openSync, readFileSync, readSync } from 'node:fs';

/** Section type of the symbol versions that a file needs (Linux Standard Base, 10.7.2). */
const versionNeeds = 0x6fff_fffe;

const elfMagic = 0x7f45_4c46;

/** Whether a file begins as native code does, by its first four bytes. */
export function isElf(path: string): boolean {
  const start = Buffer.alloc(4);
  const file = openSync(path, 'r');
  try {
    return readSync(file, start) === 4 && start.readUInt32BE(0) === elfMagic;
  } finally {
    closeSync(file);
  }
}

/** Machines of ELF files (e_machine) by the names of Lambda's architectures. */
const machines = new Map([
  [62, 'x86_64'],
  [183, 'arm64'],
]);

/** The architecture that an ELF file is for; undefined for one that Lambda does not have. */
export const architectureOf = (path: string): string | undefined =>
  machines.get(readFileSync(path).readUInt16LE(0x12));

/** The symbol versions that a 64-bit little-endian ELF file needs, such as `GLIBC_2.34`. */
export function neededVersions(path: string): readonly string[] {
  const file = readFileSync(path);
  const headers = Number(file.readBigUInt64LE(0x28));
  const headerBytes = file.readUInt16LE(0x3a);
  const section = (index: number) => {
    const at = headers + index * headerBytes;
    return {
      type: file.readUInt32LE(at + 4),
      offset: Number(file.readBigUInt64LE(at + 0x18)),
      link: file.readUInt32LE(at + 0x28),
      entries: file.readUInt32LE(at + 0x2c),
    };
  };
  const sections = Array.from({ length: file.readUInt16LE(0x3c) }, (_, index) => section(index));
  return sections
    .filter(({ type }) => type === versionNeeds)
    .flatMap(({ offset, link, entries }) => readNeeds(file, offset, entries, sections[link]?.offset ?? 0));
}

function readNeeds(file: Buffer, offset: number, entries: number, names: number): string[] {
  const versions: string[] = [];
  for (let entry = 0, at = offset; entry < entries; entry += 1, at += file.readUInt32LE(at + 12)) {
    let auxiliary = at + file.readUInt32LE(at + 8);
    for (let count = file.readUInt16LE(at + 2); count > 0; count -= 1) {
      const name = names + file.readUInt32LE(auxiliary + 8);
      versions.push(file.toString('latin1', name, file.indexOf(0, name)));
      auxiliary += file.readUInt32LE(auxiliary + 12);
    }
  }
  return versions;
}

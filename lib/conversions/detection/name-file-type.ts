import { nameTable } from '../base/name-table.ts';
import { compoundNames } from '../shared/compound-file/open-compound.ts';
import { archiveNames, archiveType } from './detect-archive.ts';
import { signatureType } from './signature-type.ts';

// Names of file types for people, by what identifies them.

/** OLE compound files, by a stream or storage below the root in capitals. */
const compoundTypes: Readonly<Record<string, string>> = nameTable({
  VISIODOCUMENT: 'a Visio drawing',
  QUILL: 'a Publisher document',
  BODYTEXT: 'a Hangul document',
  DOCINFO: 'a Hangul document',
  NATIVECONTENT_MAIN: 'a Quattro Pro workbook',
  PERFECTOFFICE_MAIN: 'a WordPerfect document',
  MATOST: 'a Microsoft Works document',
});

/** The extensions that `file-type` reports. */
const extensionTypes: Readonly<Record<string, string>> = nameTable({
  zip: 'a ZIP archive',
  '7z': 'a 7-Zip archive',
  rar: 'a RAR archive',
  tar: 'a tar archive',
  gz: 'a gzip archive',
  bz2: 'a bzip2 archive',
  xz: 'an XZ archive',
  zst: 'a Zstandard archive',
  exe: 'a Windows program',
  elf: 'a program',
  macho: 'a program',
  cfb: 'an OLE file of an unknown program',
  vsdx: 'a Visio drawing',
  vssx: 'a Visio stencil',
  xps: 'an XPS document',
  odg: 'an OpenDocument drawing',
  odf: 'an OpenDocument formula',
  heic: 'a HEIC image',
  heif: 'a HEIF image',
  cur: 'a cursor',
  jxl: 'a JPEG XL image',
  psd: 'a Photoshop image',
  eps: 'an EPS drawing',
  ps: 'a PostScript document',
  dwg: 'an AutoCAD drawing',
  indd: 'an InDesign document',
  djvu: 'a DjVu document',
  mobi: 'a Mobipocket book',
  chm: 'a compiled help file',
  sqlite: 'an SQLite database',
  parquet: 'a Parquet table',
  avro: 'an Avro file',
  class: 'a Java class',
  wasm: 'a WebAssembly module',
  lnk: 'a Windows shortcut',
  dmg: 'a disk image',
  iso: 'a disk image',
  deb: 'a Debian package',
  rpm: 'an RPM package',
  apk: 'an Android app',
  jar: 'a Java archive',
  swf: 'a Flash animation',
  glb: 'a 3D model',
  stl: 'a 3D model',
  blend: 'a Blender file',
  raf: 'a camera raw image',
  cr2: 'a camera raw image',
  cr3: 'a camera raw image',
  nef: 'a camera raw image',
  arw: 'a camera raw image',
  dng: 'a camera raw image',
  rw2: 'a camera raw image',
  orf: 'a camera raw image',
  pst: 'an Outlook mailbox',
  ics: 'a calendar',
  vcf: 'a contact card',
  ttf: 'a font',
  otf: 'a font',
  woff: 'a font',
  woff2: 'a font',
  mp4: 'a video',
  mov: 'a video',
  mkv: 'a video',
  webm: 'a video',
  avi: 'a video',
  mp3: 'an audio recording',
  m4a: 'an audio recording',
  wav: 'an audio recording',
  flac: 'an audio recording',
  ogg: 'an audio recording',
});

/** Leading bytes in hexadecimal of types that `file-type` does not know. */
const signatures: readonly (readonly [start: string, type: string])[] = [
  ['e4525c7b8cd8a74daeb15378d02996d3', 'a OneNote section'],
  ['ff575043', 'a WordPerfect document'],
  ['d7cdc69a', 'a WMF drawing'],
  ['010009000003', 'a WMF drawing'],
  ['2142444e', 'an Outlook mailbox'],
  ['789f3e22', 'an Outlook attachment container (winmail.dat)'],
  ['41542654464f524d', 'a DjVu document'],
  ['41433130', 'an AutoCAD drawing'],
  ['49545346', 'a compiled help file'],
  ['48575020446f63756d656e74', 'a Hangul document'],
  ['000100005374616e64617264204a', 'an Access database'],
  ['000100005374616e646172642041', 'an Access database'],
  ['4f626a01', 'an Avro file'],
  ['894844460d0a1a0a', 'an HDF5 file'],
  ['25215053', 'a PostScript document'],
  ['c5d0d3c6', 'an EPS drawing'],
];

const EMF_SIGNATURE_AT = 40;
// PalmDB: the type and the creator of a database.
const PALM_TYPE_AT = 60;
const palmTypes: Readonly<Record<string, string>> = nameTable({
  BOOKMOBI: 'a Mobipocket book',
  TEXtREAd: 'a Palm book',
});
// A disk image of Apple ends in a block of 512 bytes that starts so.
const DISK_IMAGE_END = 512;

const known = (names: ReadonlySet<string>, types: Readonly<Record<string, string>>): string | undefined =>
  Object.entries(types).find(([name]) => names.has(name))?.[1];

/** The name of a file's type; undefined if it is unknown. */
async function nameFileType(bytes: Uint8Array): Promise<string | undefined> {
  const start = Buffer.from(bytes.subarray(0, 64));
  const hex = start.toString('hex');
  const signature = signatures.find(([leading]) => hex.startsWith(leading))?.[1];
  if (signature !== undefined) return signature;
  // [MS-EMF] 2.3.4.2: the header record has its signature after the bounds and the frame.
  if (
    hex.startsWith('01000000') &&
    start.toString('latin1', EMF_SIGNATURE_AT, EMF_SIGNATURE_AT + 4) === ' EMF'
  )
    return 'an EMF drawing';
  const palm = palmTypes[Buffer.from(bytes.subarray(PALM_TYPE_AT, PALM_TYPE_AT + 8)).toString('latin1')];
  if (palm !== undefined) return palm;
  const end = Math.max(0, bytes.length - DISK_IMAGE_END);
  if (Buffer.from(bytes.subarray(end, end + 4)).toString('latin1') === 'koly') return 'a disk image';
  const inside = known(compoundNames(bytes) ?? new Set(), compoundTypes) ?? archiveType(archiveNames(bytes));
  if (inside !== undefined) return inside;
  const type = await signatureType(bytes);
  if (type === undefined) return undefined;
  return extensionTypes[type.ext] ?? `a file of type ${type.mime}`;
}

/** What a file that is not supported is, such as `an Outlook message, which is not supported`; for messages. */
export async function describeUnsupported(bytes: Uint8Array): Promise<string> {
  const name = await nameFileType(bytes);
  return name === undefined ? 'of a type that could not be identified' : `${name}, which is not supported`;
}

import { compoundOf } from '../../shared/compound-file/compound-of.ts';

/** A property of a message: text, bytes, a number, or a date. */
type Value = string | Buffer | number | Date;

/** Properties by their tags in four hexadecimal digits. */
type Properties = Readonly<Record<string, Value>>;

/** What a message has. */
interface Parts {
  readonly properties: Properties;
  readonly recipients?: readonly Properties[];
  readonly attachments?: readonly Properties[];
  /** Properties of messages that are attached. */
  readonly messages?: readonly Properties[];
  /** Whether text is in the code page of the message, and not in UTF-16. */
  readonly isNarrow?: boolean;
}

function streamsOf(folder: string, properties: Properties, headerBytes: number, isNarrow = false) {
  const streams: Record<string, Buffer> = {};
  const fixed = [Buffer.alloc(headerBytes)];
  for (const [tag, value] of Object.entries(properties)) {
    if (typeof value === 'string') {
      const type = isNarrow ? '001E' : '001F';
      streams[`${folder}__substg1.0_${tag}${type}`] = Buffer.from(value, isNarrow ? 'latin1' : 'utf16le');
    } else if (Buffer.isBuffer(value)) streams[`${folder}__substg1.0_${tag}0102`] = value;
    else {
      const entry = Buffer.alloc(16);
      entry.writeUInt16LE(typeof value === 'number' ? 3 : 0x40, 0);
      entry.writeUInt16LE(Number.parseInt(tag, 16), 2);
      if (typeof value === 'number') entry.writeInt32LE(value, 8);
      else entry.writeBigUInt64LE(BigInt(value.getTime() + 11_644_473_600_000) * 10_000n, 8);
      fixed.push(entry);
    }
  }
  streams[`${folder}__properties_version1.0`] = Buffer.concat(fixed);
  return streams;
}

/** An Outlook message ([MS-OXMSG]). */
export function msgOf({
  properties,
  recipients = [],
  attachments = [],
  messages = [],
  isNarrow,
}: Parts): Buffer {
  const streams = streamsOf('', properties, 32, isNarrow);
  for (const [at, recipient] of recipients.entries())
    Object.assign(streams, streamsOf(`__recip_version1.0_#0000000${at}/`, recipient, 8, isNarrow));
  for (const [at, file] of attachments.entries())
    Object.assign(streams, streamsOf(`__attach_version1.0_#0000000${at}/`, file, 8, isNarrow));
  for (const [index, message] of messages.entries()) {
    const at = attachments.length + index;
    const folder = `__attach_version1.0_#0000000${at}/`;
    Object.assign(streams, streamsOf(folder, {}, 8));
    Object.assign(streams, streamsOf(`${folder}__substg1.0_3701000D/`, message, 24));
  }
  return compoundOf(streams);
}

/** A message with a page, an image in it, and a file and a message with it. */
export const msg = (image: Uint8Array): Buffer =>
  msgOf({
    properties: {
      '0037': 'Notes on the engine',
      '0C1A': 'Ada Lové',
      '0C1F': '/O=EXCHANGE/CN=ADA',
      '5D01': 'ada@example.com',
      '0039': new Date('2026-11-23T09:30:00Z'),
      '3FDE': 65001,
      '1013': Buffer.from('<p>Dear <b>Charles</b>,</p><p><img src="cid:dot" alt="a dot"> Güte</p>'),
      '1000': 'Dear Charles, Güte',
    },
    recipients: [
      { '3001': 'Charles', '39FE': 'charles@example.com', '0C15': 1 },
      { '3001': 'Team', '3003': 'team@example.com', '0C15': 2 },
      { '3001': 'Secret', '3003': 'secret@example.com', '0C15': 3 },
    ],
    attachments: [
      { '3707': 'dot.png', '370E': 'image/png', '3712': 'dot', '3701': Buffer.from(image) },
      { '3704': 'PLAN.PDF', '370E': 'application/pdf', '3701': Buffer.alloc(2000) },
    ],
    messages: [{ '0037': 'Older notes' }],
  });

import { describe, expect, it } from 'vitest';
import { convert, read } from '../../../../lib/conversions/index.ts';
import { msgOf } from './msg-of.ts';
import {
  element,
  encryptedFile,
  octets,
  octetsInPieces,
  openElement,
  secured,
  signedFile,
} from './signed-mail.ts';

const message = [
  'Content-Type: multipart/mixed; boundary=b',
  '',
  '--b',
  'Content-Type: text/plain; charset=utf-8',
  '',
  'Contract 4711 is accepted, grüße.',
  '--b',
  'Content-Type: application/pdf; name="contract.pdf"',
  '',
  'x',
  '--b--',
  '',
].join('\r\n');

const notVerified = 'The message is signed (S/MIME); the signature was not verified.';

async function textOf(bytes: Uint8Array, from: 'eml' | 'msg' = 'eml') {
  const { bytes: text, report } = await convert(bytes, { from, to: 'text' });
  return { text: Buffer.from(text).toString(), warnings: report.warnings };
}

describe('a message with an S/MIME signature around it', () => {
  it.each([
    ['in one piece', signedFile(octets(message))],
    ['in pieces of pieces', signedFile(openElement(0x24, octetsInPieces(message, 50)), openElement)],
    ['with lengths that are not stated', signedFile(octetsInPieces(message, 100), openElement)],
  ])('is read %s', async (_, file) => {
    const { text, warnings } = await textOf(secured(file));

    expect(text).toContain('The contract');
    expect(text).toContain('From: Ada ada@example.org');
    expect(text).toContain('Contract 4711 is accepted, grüße.');
    expect(text).toContain('contract.pdf');
    expect(text).not.toContain('smime.p7m');
    expect(warnings).toEqual([notVerified]);
  });

  it('is read whatever its type is called', async () => {
    for (const type of ['application/x-pkcs7-mime', 'application/pkcs7-mime; smime-type=enveloped-data'])
      expect((await textOf(secured(signedFile(octets(message)), type))).text).toContain('Contract 4711');
  });

  it('may be signed several times, but not without end', async () => {
    const signAgain = (file: Buffer, times: number): Buffer => {
      const inner = `Content-Type: application/pkcs7-mime\r\nContent-Transfer-Encoding: base64\r\n\r\n${file.toString('base64')}`;
      return times === 0 ? file : signAgain(signedFile(octets(inner)), times - 1);
    };

    expect((await textOf(secured(signAgain(signedFile(octets(message)), 2)))).text).toContain(
      'Contract 4711',
    );
    const deep = await textOf(secured(signAgain(signedFile(octets(message)), 12)));
    expect(deep.text).not.toContain('Contract 4711');
    expect(deep.warnings).toHaveLength(2);
  });

  it('of Outlook is read, too', async () => {
    const properties = { '001A': 'IPM.Note.SMIME', '0037': 'The contract' };
    const file = (content: Buffer) => ({ '3707': 'smime.p7m', '3701': content });
    const opaque = msgOf({ properties, attachments: [file(signedFile(octets(message)))] });
    const clear = msgOf({
      properties: { ...properties, '001A': 'IPM.Note.SMIME.MultipartSigned' },
      attachments: [file(Buffer.from(message))],
    });

    const { text, warnings } = await textOf(opaque, 'msg');
    expect(text).toContain('Contract 4711 is accepted, grüße.');
    expect(warnings).toEqual([notVerified]);
    expect((await textOf(clear, 'msg')).text).toContain('Contract 4711 is accepted, grüße.');
  });

  it('and signed in the clear is read without its signature', async () => {
    const mail = [
      'From: ada@example.org',
      'To: bo@example.org',
      'Subject: The contract',
      'Content-Type: multipart/signed; protocol="application/pkcs7-signature"; boundary=s',
      '',
      '--s',
      'Content-Type: text/plain',
      '',
      'Contract 4711 is accepted.',
      '--s',
      'Content-Type: application/pkcs7-signature; name=smime.p7s',
      'Content-Transfer-Encoding: base64',
      '',
      'AAAA',
      '--s--',
      '',
    ].join('\r\n');

    const { text, warnings } = await textOf(Buffer.from(mail));
    expect(text).toContain('Contract 4711 is accepted.');
    expect(warnings).toEqual([]);
  });
});

describe('a message that cannot be read', () => {
  it('names S/MIME', async () => {
    const { text, warnings } = await textOf(secured(encryptedFile()));

    expect(text).toContain('The contract');
    expect(warnings).toEqual([expect.stringContaining('is encrypted (S/MIME) and cannot be read')]);
  });

  it('names PGP', async () => {
    const head = 'From: a@example.org\r\nTo: b@example.org\r\nSubject: Hi\r\n';
    const mime = `${head}Content-Type: multipart/encrypted; protocol="application/pgp-encrypted"; boundary=b\r\n\r\n--b\r\nContent-Type: application/pgp-encrypted\r\n\r\nVersion: 1\r\n--b\r\nContent-Type: application/octet-stream; name=encrypted.asc\r\n\r\n-----BEGIN PGP MESSAGE-----\r\n--b--\r\n`;
    const inline = `${head}\r\n-----BEGIN PGP MESSAGE-----\r\n\r\nhQEMA\r\n-----END PGP MESSAGE-----\r\n`;

    for (const mail of [mime, inline])
      expect((await textOf(Buffer.from(mail))).warnings).toEqual([
        expect.stringContaining('is encrypted (PGP) and cannot be read'),
      ]);
  });

  it('says so if its signature is damaged, and lists the file', async () => {
    const file = signedFile(octets(message));
    for (const damaged of [
      Buffer.alloc(0),
      Buffer.from([0x30]),
      Buffer.from([0x30, 0x84, 0xff]),
      file.subarray(0, 20),
      Buffer.alloc(20_000, Buffer.from([0x30, 0x80])),
      element(0x30, element(2)),
      signedFile(Buffer.alloc(0)),
      signedFile(Buffer.alloc(20_000, Buffer.from([0x24, 0x80]))),
    ]) {
      const mail = secured(damaged);
      expect((await textOf(mail)).warnings).toEqual([expect.stringContaining('could not be opened')]);
      expect((await read(mail, { from: 'eml' })).attachments).toMatchObject([{ name: 'smime.p7m' }]);
    }
  });

  it('is read as far as it is there if its signature is cut', async () => {
    const file = signedFile(octets(message));
    const cut = file.subarray(0, file.indexOf('grüße'));

    expect((await textOf(secured(cut))).text).toContain('Contract 4711 is accepted');
  });
});

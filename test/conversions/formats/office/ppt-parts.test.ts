import { expect, it } from 'vitest';
import { isEncryptedPowerPoint, leftOutOfPpt } from '../../../../lib/conversions/formats/office/ppt-parts.ts';
import { openCompound } from '../../../../lib/conversions/shared/compound-file/open-compound.ts';
import { compoundOf } from '../../shared/compound-file/compound-of.ts';

/** A record, or one of records. */
function record(type: number, ...parts: Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  const header = Buffer.alloc(8);
  header.writeUInt16LE(type, 2);
  header.writeUInt32LE(body.length, 4);
  return Buffer.concat([header, body]);
}

const pptOf = (...records: Buffer[]): ReturnType<typeof openCompound> =>
  openCompound(compoundOf({ 'PowerPoint Document': Buffer.concat(records) }));

const external = (type: number): Buffer => record(1033, record(type));
const macros = (has: number): Buffer =>
  record(2000, record(1023, record(1024, Buffer.from([5, 0, 0, 0, has, 0, 0, 0]))));

it.each([
  ['an embedded object', external(4044), '1 embedded object', false],
  ['a linked object', external(4046), '1 linked object', false],
  ['a control', external(4078), '1 ActiveX control', true],
  ['a video', external(4102), '1 video', true],
  ['a sound', external(4111), '1 audio file', true],
  ['macros', macros(1), '1 macro part', true],
] as const)('warns of %s, which pages do not show', (_, part, named, isAlsoLeftOutOfPptx) => {
  const { all, withoutObjects } = leftOutOfPpt(pptOf(record(1000), record(1000, part)));

  expect(all).toEqual([expect.stringContaining(named)]);
  expect(withoutObjects).toEqual(isAlsoLeftOutOfPptx ? all : []);
});

it('warns of nothing in the versions before the last one, nor in a file without a presentation', () => {
  expect(leftOutOfPpt(pptOf(record(1000, external(4044)), record(1000, macros(0)))).all).toEqual([]);
  expect(leftOutOfPpt(openCompound(compoundOf({ 'Current User': Buffer.alloc(24) }))).all).toEqual([]);
});

it.each([
  [true, 0xf3d1c4df],
  [false, 0xe391c05f],
])('finds whether a presentation is encrypted: %s', (isEncrypted, token) => {
  const user = Buffer.alloc(20);
  user.writeUInt32LE(token, 12);

  expect(isEncryptedPowerPoint(compoundOf({ 'Current User': user }))).toBe(isEncrypted);
  expect(isEncryptedPowerPoint(user)).toBe(false);
});

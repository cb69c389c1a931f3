import { describe, expect, it } from 'vitest';
import { detectFormat } from '../../../../lib/conversions/detection/detect.ts';
import { convert, extract } from '../../../../lib/conversions/index.ts';
import { yaml } from '../../small-files.ts';

const jsonOf = async (text: string): Promise<unknown> =>
  JSON.parse(Buffer.from((await convert(Buffer.from(text), { from: 'yaml', to: 'json' })).bytes).toString());

const nested = (levels: number): string =>
  `- &a0 [x]\n${Array.from({ length: levels - 2 }, (_, level) => `- &a${level + 1} [*a${level}]\n`).join('')}`;

describe('a YAML file', () => {
  it('has the values of its anchors and merge keys, and the content of its tags', async () => {
    expect(await jsonOf(yaml)).toEqual([
      { name: 'Saint-Malo', height: 12.2, open: true },
      { name: 'Naples', height: 0.3, open: true },
      { name: 'harbour', height: null },
    ]);
    expect(await jsonOf('a: !Sub [x, !If {y: 1}]\nb: !!binary aGk=')).toEqual({
      a: ['x', { y: 1 }],
      b: 'aGk=',
    });
  });

  it('has the scalars of YAML 1.2, and integers as they are written', async () => {
    expect(await jsonOf('[yes, true, 0o17, 0x1F, 1e3, 2020-01-01, ~, "1"]')).toEqual([
      'yes',
      true,
      15,
      31,
      1000,
      '2020-01-01',
      null,
      '1',
    ]);
    expect(await jsonOf('[9007199254740991, 9007199254740992, -123456789012345678901]')).toEqual([
      9007199254740991,
      '9007199254740992',
      '-123456789012345678901',
    ]);
  });

  it('keeps numbers that JSON cannot represent as text', async () => {
    expect(await jsonOf('[.inf, -.Inf, .nan, 1e400, 0.1234567890123456789, 1.50]')).toEqual([
      '.inf',
      '-.Inf',
      '.nan',
      '1e400',
      '0.1234567890123456789',
      1.5,
    ]);
  });

  it('is a list if it has several documents', async () => {
    expect(await jsonOf('a: 1\n---\nb: 2\n...\n')).toEqual([{ a: 1 }, { b: 2 }]);
    expect(await jsonOf('--- null')).toBeNull();
  });

  it('is a table of its objects, and as text their JSON', async () => {
    const { bytes } = await convert(Buffer.from(yaml), { from: 'yaml', to: 'csv' });
    const text = await extract(Buffer.from(yaml), { from: 'yaml', format: 'text' });

    expect(Buffer.from(bytes).toString()).toBe(
      'name,height,open\r\nSaint-Malo,12.2,TRUE\r\nNaples,0.3,TRUE\r\nharbour,,\r\n',
    );
    expect(Buffer.from(text.bytes).toString()).toContain('"name": "Naples"');
  });

  it('is detected by its directive alone', async () => {
    expect(await detectFormat(Buffer.from(yaml))).toBe('yaml');
    expect(await detectFormat(Buffer.from('a: 1\nb:\n  - c\n'))).toBe('text');
  });

  it.each([
    ['a: [1\nb: 2', 'corrupt_document', 'deficient indentation (2:1)'],
    ['a: 1\na: 2', 'corrupt_document', 'duplicated mapping key (2:1)'],
    ['? [a]\n: 1', 'corrupt_document', 'complex keys'],
    ['&a [*a]', 'corrupt_document', 'contains itself'],
    ['&a {b: {c: *a}}', 'corrupt_document', 'contains itself'],
    ['# nothing', 'empty_document', 'no value'],
    ['[a: {', 'corrupt_document', 'The YAML file cannot be read'],
  ])('is refused if it is %j', async (text, code, message) => {
    await expect(jsonOf(text)).rejects.toMatchObject({ code, message: expect.stringContaining(message) });
  });

  it('has a limit of values, however few lines they take, and of levels', async () => {
    const many = Array.from(
      { length: 7 },
      (_, level) => `- &l${level} [${Array(10).fill(level === 0 ? 'x' : `*l${level - 1}`)}]\n`,
    ).join('');

    await expect(jsonOf(many)).rejects.toMatchObject({ code: 'too_complex', message: /5000000 values/ });
    await expect(jsonOf(nested(201))).rejects.toMatchObject({ code: 'too_complex', message: /200 levels/ });
    expect(await jsonOf(nested(200))).toHaveLength(199);
    expect(await jsonOf('[&a [1], *a, *a]')).toEqual([[1], [1], [1]]);
  });
});

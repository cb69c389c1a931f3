import { describe, expect, it } from 'vitest';
import { EngineFault, faultRecord, recordFault } from '../../../lib/conversions/base/fault-record.ts';
import { ConversionError } from '../../../lib/conversions/errors.ts';

const document = 'patient: Jane Roe';

describe('the record of a fault', () => {
  it('has the class, the code and the places of an error and its causes, and no message', () => {
    const cause = Object.assign(new RangeError(document), { code: 'ERR_OUT_OF_RANGE' });
    const record = recordFault(new ConversionError('corrupt_document', document, { cause }));

    expect(record).toMatchObject({
      ...{ name: 'ConversionError', code: 'corrupt_document' },
      cause: { name: 'RangeError', code: 'ERR_OUT_OF_RANGE' },
    });
    expect(record.places[0]).toMatch(/^fault-record\.test\.ts:\d+:\d+$/);
    expect(JSON.stringify(record)).not.toContain('Jane');
    expect(faultRecord.parse(record)).toEqual(record);
  });

  it.each([
    ['a message that reads like a frame', new Error(`x\n    at Jane (/lib/Jane.ts:1:1)\nRoe`)],
    ['a message that was changed', Object.assign(new Error('x'), { message: 'Jane Roe' })],
    ['a name', Object.assign(new Error('x'), { name: 'Jane Roe' })],
    ['a code', Object.assign(new Error('x'), { code: 'Jane Roe' })],
    ['the name of a function', { Jane: () => new Error('x') }.Jane()],
    ['a thrown text', 'Jane Roe'],
    ['fields', Object.assign(new Error('x'), { snippet: 'Jane Roe' })],
    ['several errors', new AggregateError([new Error('Jane Roe')], 'Jane Roe')],
    ['an error that is its own cause', selfCaused()],
    ['the output of an engine', new EngineFault('Jane Roe', { name: 'crashed', places: [] })],
  ])('has nothing of %s', (_, error) => {
    const record = recordFault(error);

    expect(JSON.stringify(record)).not.toMatch(/Jane|Roe/);
    expect(faultRecord.parse(record)).toEqual(record);
  });
});

function selfCaused(): Error {
  const error = new Error('Jane Roe');
  error.cause = error;
  return error;
}

it('names an error of ours also where a bundle has shortened its class', () => {
  class X extends ConversionError {}

  expect(recordFault(new X('corrupt_document', 'message'))).toMatchObject({ name: 'ConversionError' });
});

import { expect, it } from 'vitest';
import { matchesPattern, readEventPattern } from '../../../local/template/event-pattern.ts';

const pattern = readEventPattern(
  '{"eventName":["MODIFY"],"dynamodb":{"New":{"state":{"S":["a","b"]},"n":[1,null]}}}',
  'M',
);

it.each([
  [{ eventName: 'MODIFY', dynamodb: { New: { state: { S: 'a' }, n: 1 } } }, true],
  [{ eventName: 'MODIFY', dynamodb: { New: { state: { S: 'b' }, n: null, more: 1 } } }, true],
  [{ eventName: 'INSERT', dynamodb: { New: { state: { S: 'a' }, n: 1 } } }, false],
  [{ eventName: 'MODIFY', dynamodb: { New: { state: { S: 'c' }, n: 1 } } }, false],
  [{ eventName: 'MODIFY', dynamodb: { New: { state: { S: 'a' } } } }, false],
  [{ eventName: 'MODIFY', dynamodb: { New: { state: 'a', n: 1 } } }, false],
  [{ eventName: 'MODIFY' }, false],
  [{}, false],
])('matches %j: %s', (event, expected) => {
  expect(matchesPattern(pattern, event)).toBe(expected);
});

it('matches everything if it is empty', () => {
  expect(matchesPattern(readEventPattern('{}', 'M'), { a: 1 })).toBe(true);
});

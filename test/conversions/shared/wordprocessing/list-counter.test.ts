import { describe, expect, it } from 'vitest';
import { createListCounter } from '../../../../lib/conversions/shared/wordprocessing/list-counter.ts';

/** Counts items, given by their levels; levels start at 1 and restart after `restart`. */
const countAll = (levels: readonly number[], restart?: number, starts: [number, number][] = []): string[] => {
  const count = createListCounter();
  return levels.map((level) =>
    count({
      definition: 'a',
      list: 'l',
      level,
      levelAt: (index) => ({ start: 1, restart: index === 2 ? restart : undefined }),
      starts: new Map(starts),
    })
      .slice(0, level + 1)
      .join('.'),
  );
};

describe('a counter of list items', () => {
  it.each([
    ['counts each level after the one above it', [0, 1, 1, 0, 1], undefined, ['1', '1.1', '1.2', '2', '2.1']],
    ['counts skipped levels as begun', [0, 2, 1], undefined, ['1', '1.1.1', '1.2']],
    [
      'restarts a level after any higher one',
      [0, 1, 2, 1, 2],
      undefined,
      ['1', '1.1', '1.1.1', '1.2', '1.2.1'],
    ],
    [
      'restarts a level only after the first',
      [0, 1, 2, 1, 2, 0, 1, 2],
      1,
      ['1', '1.1', '1.1.1', '1.2', '1.2.2', '2', '2.1', '2.1.1'],
    ],
    ['never restarts a level', [0, 1, 2, 0, 1, 2], 0, ['1', '1.1', '1.1.1', '2', '2.1', '2.1.2']],
  ] as const)('%s', (_, levels, restart, labels) => {
    expect(countAll(levels, restart)).toEqual(labels);
  });

  it('starts a list with the number that it states, once', () => {
    expect(
      countAll([0, 0, 1, 0, 1], undefined, [
        [0, 5],
        [1, 3],
      ]),
    ).toEqual(['5', '6', '6.3', '7', '7.1']);
  });

  it('goes on with a counter that lists share, unless one of them restarts it', () => {
    const count = createListCounter();
    const next = (list: string, starts: [number, number][]): number | undefined =>
      count({
        definition: 'a',
        list,
        level: 0,
        levelAt: () => ({ start: 1, restart: undefined }),
        starts: new Map(starts),
      })[0];

    expect([next('one', []), next('two', []), next('three', [[0, 1]]), next('three', [[0, 1]])]).toEqual([
      1, 2, 1, 2,
    ]);
  });
});

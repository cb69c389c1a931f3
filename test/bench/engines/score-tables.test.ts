import { describe, expect, it } from 'vitest';
import { relationsOf, scoreDocument, truthOf, truthTables } from '../../../bench/engines/score-tables.ts';

const truth = `<?xml version="1.0"?>
<document><table id='1'><region id='1' page='1'>
  <cell id='1' start-row='0' start-col='0' end-row='1'><content>Kind &amp; size</content></cell>
  <cell start-col="1" start-row="0" end-col="2"><content>Count
  (all)</content></cell>
  <cell id='1' start-row='1' start-col='1'><content>2019</content></cell>
  <cell id='1' start-row='1' start-col='2'><content>2020</content></cell>
  <cell id='1' start-row='2' start-col='0'><content>Small</content></cell>
  <cell id='1' start-row='2' start-col='1'><content>1,200</content></cell>
  <cell id='1' start-row='2' start-col='2'><content>1,300</content></cell>
</region></table></document>`;

describe('truthOf', () => {
  it('relates a spanning cell to each of its neighbours once', () => {
    const relations = truthOf(truthTables(truth));

    expect(Object.fromEntries(relations)).toEqual({
      'right kindsize countall': 1,
      'right kindsize 2019': 1,
      'right 2019 2020': 1,
      'right small 1200': 1,
      'right 1200 1300': 1,
      'down kindsize small': 1,
      'down countall 2019': 1,
      'down countall 2020': 1,
      'down 2019 1200': 1,
      'down 2020 1300': 1,
    });
  });
});

describe('scoreDocument', () => {
  it.each([
    {
      title: 'ignores empty cells, case, space and punctuation',
      table: [
        ['Kind & Size', 'COUNT (all)', ''],
        ['', '2019', '2020'],
        ['small', '1200', '1 300'],
      ],
      score: { precision: 1, recall: 8 / 10 },
    },
    {
      title: 'counts wrong relations',
      table: [
        ['Small', '1,200'],
        ['1,300', 'x'],
      ],
      score: { precision: 1 / 4, recall: 1 / 10 },
    },
    { title: 'returns zero without tables', table: [], score: { precision: 0, recall: 0 } },
  ])('$title', ({ table, score }) => {
    const got = scoreDocument(truthOf(truthTables(truth)), relationsOf([table]));

    expect(got).toEqual(score);
  });
});

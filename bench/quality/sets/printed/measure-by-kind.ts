import { relationsOf, scoreDocument, type TableScore } from '../../../engines/score-tables.ts';
import { addTo, type Count, countShared, f1Of } from '../../features.ts';
import { percent, type QualityResult } from '../../quality-set.ts';
import { cellsIn, type TableDocument, tablesIn } from '../../table-document.ts';

interface KindCount {
  /** Tables found. */
  tables: number;
  readonly scores: TableScore[];
  readonly relations: Count;
  readonly cells: Count;
}

const sumOf = (counts: Iterable<number>): number => [...counts].reduce((sum, count) => sum + count, 0);

/** F1 of the means of precision and recall, and these means, as the competition has them. */
function meanScore(scores: readonly TableScore[]): readonly [f1: number, precision: number, recall: number] {
  const [precision = 0, recall = 0] = (['precision', 'recall'] as const).map(
    (part) => sumOf(scores.map((score) => score[part])) / scores.length,
  );
  return [(2 * precision * recall) / (precision + recall || 1), precision, recall];
}

/** The figures of tables by the kind of their documents: means over documents, and of all relations together. */
export async function measureByKind(documents: AsyncIterable<TableDocument>): Promise<QualityResult> {
  const kinds = new Map<string, KindCount>();
  const losses: { readonly text: string; readonly lost: number }[] = [];
  for await (const { name, kind, pdf, pages, relations, cells } of documents) {
    const none = (): Count => ({ hits: 0, wanted: 0, got: 0 });
    const count = kinds.get(kind) ?? { tables: 0, scores: [], relations: none(), cells: none() };
    kinds.set(kind, count);
    const tables = await tablesIn({ pdf, pages });
    const found = relationsOf(tables);
    const score = scoreDocument(relations, found);
    const [wanted, got] = [sumOf(relations.values()), sumOf(found.values())];
    count.scores.push(score);
    count.tables += tables.length;
    const hits = Math.round(score.recall * wanted);
    addTo(count.relations, { hits, wanted, got });
    addTo(count.cells, countShared(cells, cellsIn(tables)));
    const lost = wanted + got - 2 * hits;
    if (lost > 0)
      losses.push({ lost, text: `${name}: ${wanted} relations, ${got} found, ${hits} of them right` });
  }
  return {
    measured: `${sumOf([...kinds.values()].map(({ scores }) => scores.length))} documents`,
    columns: [
      'documents',
      'false tables',
      'mean F1',
      'precision',
      'recall',
      'F1 of all',
      'recall of all',
      'exact cells F1',
      'found',
    ],
    rows: [...kinds].map(([kind, { tables, scores, relations, cells }]) => ({
      tool: kind,
      figures:
        relations.wanted === 0
          ? [String(scores.length), String(tables)]
          : [
              String(scores.length),
              '',
              ...meanScore(scores).map((each) => each.toFixed(3)),
              f1Of(relations).toFixed(3),
              percent(relations.hits / relations.wanted),
              f1Of(cells).toFixed(3),
              percent(cells.hits / cells.wanted),
            ],
    })),
    losses: losses.toSorted((a, b) => b.lost - a.lost).map(({ text }) => text),
  };
}

import { relationsOf, scoreDocument } from '../../../engines/score-tables.ts';
import { type Count, countShared, f1Of } from '../../features.ts';
import { percent, type QualityResult } from '../../quality-set.ts';
import { cellsIn, type TableDocument, tablesIn } from '../../table-document.ts';

interface KindCount {
  documents: number;
  /** Tables found. */
  tables: number;
  readonly relations: Count;
  readonly cells: Count;
}

const sumOf = (counts: Iterable<number>): number => [...counts].reduce((sum, count) => sum + count, 0);

function addTo(count: Count, { hits, wanted, got }: Count): void {
  count.hits += hits;
  count.wanted += wanted;
  count.got += got;
}

/** The figures of documents by their kind. */
export async function measureByKind(documents: AsyncIterable<TableDocument>): Promise<QualityResult> {
  const kinds = new Map<string, KindCount>();
  const losses: { readonly text: string; readonly lost: number }[] = [];
  for await (const { name, kind, pdf, pages, relations, cells } of documents) {
    const none = (): Count => ({ hits: 0, wanted: 0, got: 0 });
    const count = kinds.get(kind) ?? { documents: 0, tables: 0, relations: none(), cells: none() };
    kinds.set(kind, count);
    const tables = await tablesIn({ pdf, pages });
    const found = relationsOf(tables);
    const score = scoreDocument(relations, found);
    const [wanted, got] = [sumOf(relations.values()), sumOf(found.values())];
    count.documents += 1;
    count.tables += tables.length;
    const hits = Math.round(score.recall * wanted);
    addTo(count.relations, { hits, wanted, got });
    addTo(count.cells, countShared(cells, cellsIn(tables)));
    const lost = wanted + got - 2 * hits;
    if (lost > 0)
      losses.push({ lost, text: `${name}: ${wanted} relations, ${got} found, ${hits} of them right` });
  }
  return {
    measured: `${sumOf([...kinds.values()].map(({ documents }) => documents))} documents`,
    columns: ['documents', 'false tables', 'relations F1', 'recall', 'exact cells F1'],
    rows: [...kinds].map(([kind, { documents, tables, relations, cells }]) => ({
      tool: kind,
      figures: [
        String(documents),
        relations.wanted === 0 ? String(tables) : '',
        ...(relations.wanted === 0
          ? ['', '', '']
          : [f1Of(relations).toFixed(3), percent(relations.hits / relations.wanted), f1Of(cells).toFixed(3)]),
      ],
    })),
    losses: losses.toSorted((a, b) => b.lost - a.lost).map(({ text }) => text),
  };
}

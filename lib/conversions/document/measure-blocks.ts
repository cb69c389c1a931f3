import { createDocumentBudget, type DocumentBudget } from './document-limits.ts';
import type { DocumentTree, Inline, TreeBlock, TreeCell } from './document-tree.ts';
import { blocksInside } from './walk-blocks.ts';

function spendLine(content: readonly Inline[], budget: DocumentBudget): void {
  budget.spend('pieces', content.length);
  for (const piece of content) {
    if (piece.kind === 'text') budget.spend('characters', piece.text.length);
    else if (piece.kind === 'math') budget.spend('characters', piece.tex.length);
    else if (piece.kind === 'image') {
      budget.spend('characters', piece.alt.length);
      budget.spend('images', 1);
    }
  }
}

function spendTable(rows: readonly (readonly TreeCell[])[], budget: DocumentBudget): void {
  let width = 0;
  for (const row of rows) {
    let columns = 0;
    for (const cell of row) {
      if (typeof cell === 'string') budget.spend('characters', cell.length);
      columns += typeof cell === 'string' ? 1 : Math.max(1, cell.column_span ?? 1);
    }
    width = Math.max(width, columns);
  }
  budget.spend('pieces', rows.length);
  budget.spend('cells', width * rows.length);
}

/** Spends blocks and their contents. Throws ConversionError `too_complex` if they exceed a document limit. */
export function spendBlocks(blocks: readonly TreeBlock[], budget: DocumentBudget): void {
  const open: (readonly TreeBlock[])[] = [blocks];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    budget.spend('pieces', next.length);
    for (const block of next) {
      if (block.kind === 'heading') budget.spend('characters', block.label?.length ?? 0);
      if (block.kind === 'heading' || block.kind === 'paragraph') spendLine(block.content, budget);
      else if (block.kind === 'code') budget.spend('characters', block.text.length);
      else if (block.kind === 'list') budget.spend('pieces', block.items.length);
      else if (block.kind === 'table') {
        budget.spend('characters', block.caption?.length ?? 0);
        spendTable(block.rows, budget);
      }
      for (const inner of blocksInside(block)) open.push(inner);
    }
  }
}

/** Checks a document against the document limits. Throws ConversionError `too_complex`. */
export function checkDocumentSize(tree: DocumentTree): void {
  const budget = createDocumentBudget();
  spendBlocks(tree.blocks, budget);
  for (const note of tree.notes) spendBlocks(note, budget);
}

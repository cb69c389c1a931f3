import { createRtfLists, type RtfLevel, type RtfLists } from '../../shared/wordprocessing/numbering.ts';

/** The list table and the list override table of a document (RTF 1.9.1, "List Tables"). */
export interface ListTables {
  readonly lists: RtfLists;
  readonly listWord: (name: string, parameter: number | undefined) => void;
  readonly overrideWord: (name: string, parameter: number | undefined) => void;
}

// RTF 1.9.1: a list has 1 or 9 levels.
const MAX_LEVELS = 9;

/** Empty tables. */
export function createListTables(): ListTables {
  const lists = createRtfLists();
  let levels: RtfLevel[] = [];
  let overridden: number | undefined;
  return {
    lists,
    listWord: (name, parameter) => {
      const level = levels.at(-1);
      if (name === 'list') levels = [];
      else if (name === 'listlevel' && levels.length < MAX_LEVELS) levels.push({ format: 0, start: 1 });
      else if ((name === 'levelnfc' || name === 'levelnfcn') && level !== undefined)
        level.format = parameter ?? 0;
      else if (name === 'levelstartat' && level !== undefined) level.start = Math.max(0, parameter ?? 1);
      else if (name === 'listid' && parameter !== undefined) lists.levels.set(parameter, levels);
    },
    overrideWord: (name, parameter) => {
      if (name === 'listid') overridden = parameter;
      else if (name === 'ls' && parameter !== undefined && overridden !== undefined)
        lists.overrides.set(parameter, overridden);
    },
  };
}

import { createRtfLists, type RtfLevel, type RtfLists } from '../../shared/wordprocessing/numbering.ts';

/** The list table and the list override table of a document (RTF 1.9.1, "List Tables"). */
interface ListTables {
  readonly lists: RtfLists;
  readonly listWord: (name: string, parameter: number | undefined) => void;
  readonly overrideWord: (name: string, parameter: number | undefined) => void;
  /** Reads the label of the current level: its length as a character, the label and a semicolon. */
  readonly levelText: (text: string) => void;
}

// RTF 1.9.1: a list has 1 or 9 levels.
const MAX_LEVELS = 9;

/** Empty tables. */
export function createListTables(): ListTables {
  const lists = createRtfLists();
  let levels: RtfLevel[] = [];
  let current: RtfLevel | undefined;
  let list: number | undefined;
  /** Of the current override: the level, from 0, and whether its start number applies. */
  let changed = -1;
  let restarts = false;
  let starts = new Map<number, number>();
  let changedLevels = new Map<number, RtfLevel>();

  const newLevel = (): RtfLevel => ({ format: 0, start: 1, text: '', isLegal: false, restart: undefined });

  function levelWord(name: string, parameter: number | undefined): void {
    if (current === undefined) return;
    if (name === 'levelnfc' || name === 'levelnfcn') current.format = parameter ?? 0;
    else if (name === 'levellegal') current.isLegal = parameter !== 0;
    else if (name === 'levelnorestart') current.restart = parameter === 0 ? undefined : 0;
    else if (name === 'levelstartat') current.start = Math.max(0, parameter ?? 1);
  }

  return {
    lists,
    levelText: (text) => {
      if (current !== undefined) current.text = text.slice(1).replace(/;$/, '');
    },
    listWord: (name, parameter) => {
      if (name === 'list') {
        levels = [];
        current = undefined;
      } else if (name === 'listlevel') {
        current = newLevel();
        if (levels.length < MAX_LEVELS) levels.push(current);
      } else if (name === 'listid' && parameter !== undefined) lists.levels.set(parameter, levels);
      else levelWord(name, parameter);
    },
    overrideWord: (name, parameter) => {
      switch (name) {
        case 'listoverride':
          list = undefined;
          current = undefined;
          changed = -1;
          starts = new Map();
          changedLevels = new Map();
          break;
        case 'listid':
          list = parameter;
          break;
        case 'lfolevel':
          changed = Math.min(MAX_LEVELS, changed + 1);
          restarts = false;
          current = undefined;
          break;
        case 'listoverridestartat':
          restarts = true;
          break;
        case 'listlevel':
          current = newLevel();
          if (changed >= 0) changedLevels.set(changed, current);
          break;
        case 'ls':
          if (parameter !== undefined && list !== undefined)
            lists.overrides.set(parameter, { list, starts, levels: changedLevels });
          break;
        default:
          if (name === 'levelstartat' && restarts) starts.set(changed, Math.max(0, parameter ?? 1));
          levelWord(name, parameter);
      }
    },
  };
}

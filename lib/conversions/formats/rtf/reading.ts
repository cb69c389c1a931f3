import type { FlatBlock } from '../../document/assemble-blocks.ts';
import { type TreeBlock, textRun } from '../../document/document-tree.ts';
import type { PictureStore } from '../../document/picture-store.ts';
import { createFlow, type Flow } from '../../shared/wordprocessing/flow.ts';
import { toTextStyle } from '../../shared/wordprocessing/run-style.ts';
import { firstState, type GroupState, plainParagraph } from '../../shared/wordprocessing/state.ts';
import type { CellDefinition } from '../../shared/wordprocessing/table.ts';
import type { Declarations } from './declarations.ts';
import type { RtfPicture } from './picture.ts';

/** What is known at a place of the file that is read. */
export interface RtfReading {
  readonly declared: Declarations;
  readonly pictures: PictureStore;
  readonly notes: TreeBlock[][];
  /** The states of the groups around; the innermost is last. */
  readonly groups: GroupState[];
  /** The body, and the notes and boxes that are open in it. */
  readonly flows: Flow[];
  state: GroupState;
  /** The cell of a row's definition that is being described. */
  cell: Omit<CellDefinition, 'right'>;
  row: { definitions: CellDefinition[]; left: number; isHeader: boolean };
  picture: RtfPicture | undefined;
  /** Where the field that was read last leads to. */
  fieldHref: string | undefined;
}

/** A cell that nothing is said about yet. */
export const noCell = { isMergedLeft: false, isMergedUp: false, beginsMergeDown: false };

/** A file at its beginning. */
export const startReading = (declared: Declarations, pictures: PictureStore): RtfReading => ({
  declared,
  pictures,
  notes: [],
  groups: [],
  flows: [createFlow(declared)],
  state: firstState(),
  cell: noCell,
  row: { definitions: [], left: 0, isHeader: false },
  picture: undefined,
  fieldHref: undefined,
});

/** The innermost text that is open. */
export const flowOf = ({ flows, declared }: RtfReading): Flow => flows.at(-1) ?? createFlow(declared);

/** Takes text to where the group's text goes. */
export function say(reading: RtfReading, text: string): void {
  switch (reading.state.destination) {
    case 'collect':
      if (reading.state.collected !== undefined && reading.state.collected.text.length < 65_536)
        reading.state.collected.text += text;
      break;
    case 'body': {
      if (reading.state.style.hidden === true || reading.state.isDeleted) return;
      const font = reading.declared.fonts.get(reading.state.font);
      const mono = font === undefined || reading.declared.isMonospaced() ? undefined : font.isMono;
      const look = toTextStyle({ ...reading.state.style, mono });
      const underline = reading.state.href === undefined ? look.underline : undefined;
      flowOf(reading).line.push(textRun(text, { ...look, underline, href: reading.state.href }));
      break;
    }
    case 'fonts':
    case 'styles':
      reading.declared.text(reading.state.destination, text);
      break;
  }
}

/** Collects the text of the group and hands it over at its end. */
export function collect(reading: RtfReading, done: (text: string) => void): void {
  const collected = { text: '' };
  reading.state.destination = 'collect';
  reading.state.collected = collected;
  reading.state.atEnd = () => done(collected.text);
}

/** Reads the group as a text of its own and hands it over at its end. */
export function beginFlow(reading: RtfReading, done: (flat: FlatBlock[]) => void): void {
  const own = createFlow(reading.declared);
  reading.flows.push(own);
  reading.state.destination = 'body';
  reading.state.paragraph = plainParagraph;
  reading.state.style = {};
  reading.state.href = undefined;
  reading.state.atEnd = () => {
    const flat = own.finish(reading.state.paragraph);
    reading.flows.pop();
    done(flat);
  };
}

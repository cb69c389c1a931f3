import type { FlatBlock } from '../../document/assemble-blocks.ts';
import { type TreeBlock, textRun } from '../../document/document-tree.ts';
import type { ImageStore } from '../../document/image-store.ts';
import { createFlow, type Flow } from '../../shared/wordprocessing/flow.ts';
import type { HiddenTexts } from '../../shared/wordprocessing/hidden-texts.ts';
import { createPageFurniture, type PageFurniture } from '../../shared/wordprocessing/page-furniture.ts';
import { changeMark, isInVersion } from '../../shared/wordprocessing/review.ts';
import type { Changes, ReviewOptions } from '../../shared/wordprocessing/review-options.ts';
import { scriptPosition, toTextStyle } from '../../shared/wordprocessing/run-style.ts';
import { firstState, type GroupState, plainParagraph } from '../../shared/wordprocessing/state.ts';
import type { CellDefinition } from '../../shared/wordprocessing/table.ts';
import { createRtfComments, type RtfComments } from './comments.ts';
import type { Declarations } from './declarations.ts';
import { addFormulaText } from './formula.ts';
import type { RtfImage } from './image.ts';
import { backingAt } from './paint-words.ts';

/** The state of a reader at one position of a file. */
export interface RtfReading {
  readonly declared: Declarations;
  readonly imageStore: ImageStore;
  readonly notes: TreeBlock[][];
  readonly changes: Changes;
  readonly hidden: HiddenTexts;
  readonly comments: RtfComments;
  /** Whether comments become notes. */
  readonly writesComments: boolean;
  /** Headers and footers. */
  readonly furniture: PageFurniture;
  /** Whether a header or footer is read. */
  isInPagePart: boolean;
  /** Whether the note that is read is an endnote. */
  isEndnote: boolean;
  /** States of the enclosing groups; the innermost is last. */
  readonly groups: GroupState[];
  /** The body, and the notes and text boxes that are open in it. */
  readonly flows: Flow[];
  state: GroupState;
  /** Bytes of text that are not decoded yet. */
  pending: number[];
  /** Fallback characters after `\u` that are still to be skipped. */
  fallbackLeft: number;
  /** Properties of the cell whose right edge (`\cellx`) follows. */
  cell: Omit<CellDefinition, 'right'>;
  row: { definitions: CellDefinition[]; left: number; isHeader: boolean; isShaded: boolean };
  image: RtfImage | undefined;
  /** The size in points of the last text that is neither raised nor lowered. */
  plainSize: number;
  /** The name of the last property of a shape. */
  shapeProperty: string;
  embeddedObjects: number;
  /** Names of fields that had nothing to show. */
  readonly emptyFields: Set<string>;
  /** The instruction of the last field. */
  fieldInstruction: string;
  /** The target of the last field, if it was a hyperlink. */
  fieldHref: string | undefined;
}

// Characters of one collected text; a title or a field instruction is far shorter.
const MAX_COLLECTED_CHARACTERS = 65_536;

// RTF 1.9.1, `\\fs`.
const DEFAULT_POINTS = 12;

/** A cell without properties. */
export const noCell = { isMergedLeft: false, isMergedUp: false, beginsMergeDown: false };

/** A row without properties. */
export const emptyRow = (): RtfReading['row'] => ({
  definitions: [],
  left: 0,
  isHeader: false,
  isShaded: false,
});

/** The state at the start of a file. */
export const startReading = (
  declared: Declarations,
  imageStore: ImageStore,
  review: ReviewOptions,
  hidden: HiddenTexts,
): RtfReading => ({
  declared,
  imageStore,
  changes: review.tracked_changes,
  hidden,
  comments: createRtfComments(),
  writesComments: review.comments === 'notes',
  furniture: createPageFurniture(),
  isInPagePart: false,
  isEndnote: false,
  notes: [],
  groups: [],
  flows: [createFlow(declared)],
  state: firstState(),
  pending: [],
  fallbackLeft: 0,
  cell: noCell,
  row: emptyRow(),
  image: undefined,
  plainSize: DEFAULT_POINTS,
  shapeProperty: '',
  embeddedObjects: 0,
  emptyFields: new Set(),
  fieldInstruction: '',
  fieldHref: undefined,
});

/** The innermost open flow. */
export const flowOf = ({ flows, declared }: RtfReading): Flow => flows.at(-1) ?? createFlow(declared);

function addBodyText(reading: RtfReading, text: string): void {
  const { state, declared } = reading;
  if (!isInVersion(state, reading.changes)) {
    flowOf(reading).leaveOut();
    return;
  }
  const reason = reading.hidden.reasonOf(state.style, backingAt(reading));
  if (reason !== undefined) {
    reading.hidden.add(text, reason, flowOf(reading).paragraph());
    return;
  }
  reading.comments.see(text);
  const font = declared.fonts.get(state.font);
  const mono = font === undefined || declared.isMonospaced() ? undefined : font.isMono;
  const { size = DEFAULT_POINTS, raised = 0 } = state.style.paint ?? {};
  if (raised === 0) reading.plainSize = size;
  const position = state.style.position ?? scriptPosition(raised, size, reading.plainSize);
  const style = toTextStyle({ ...state.style, mono, position });
  const underline = state.href === undefined ? style.underline : undefined;
  flowOf(reading).line.push(
    textRun(text, { ...style, underline, href: state.href, ...changeMark(state, reading.changes) }),
  );
}

/** Appends text to the current destination. */
export function addText(reading: RtfReading, text: string): void {
  const { destination, collected } = reading.state;
  switch (destination) {
    case 'collect':
      if (collected !== undefined && collected.text.length < MAX_COLLECTED_CHARACTERS) collected.text += text;
      break;
    case 'body':
      addBodyText(reading, text);
      break;
    case 'formula':
      if (reading.state.formula !== undefined) addFormulaText(reading.state.formula, text);
      break;
    case 'fonts':
    case 'colours':
    case 'styles':
      reading.declared.tableText(destination, text);
      break;
  }
}

/** Collects the text of the current group and passes it to `done` when the group ends. */
export function collectText(reading: RtfReading, done: (text: string) => void): void {
  const collected = { text: '' };
  reading.state.destination = 'collect';
  reading.state.collected = collected;
  reading.state.atEnd = () => done(collected.text);
}

/** Reads the current group as a flow of its own and passes its blocks to `done` when the group ends. */
export function beginFlow(reading: RtfReading, done: (flat: FlatBlock[]) => void): void {
  const own = createFlow(reading.declared);
  reading.flows.push(own);
  reading.state.destination = 'body';
  reading.state.paragraph = plainParagraph;
  reading.state.style = {};
  reading.state.isShaded = false;
  reading.state.href = undefined;
  reading.state.atEnd = () => {
    const flat = own.finish(reading.state.paragraph);
    reading.flows.pop();
    done(flat);
  };
}

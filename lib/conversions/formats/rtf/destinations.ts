import { appendAll } from '../../base/arrays.ts';
import { assembleBlocks } from '../../document/assemble-blocks.ts';
import type { Inline } from '../../document/document-tree.ts';
import { hyperlinkOf, pageFieldOf } from '../../shared/wordprocessing/fields.ts';
import { createRtfImage } from './image.ts';
import { beginFlow, collectText, flowOf, type RtfReading } from './reading.ts';

function beginNote(reading: RtfReading): void {
  const index = reading.notes.length;
  reading.notes.push([]);
  if (!reading.state.isDeleted) flowOf(reading).line.push({ kind: 'note', note: index });
  beginFlow(reading, (flat) => {
    reading.notes[index] = assembleBlocks(flat);
  });
}

function beginImage(reading: RtfReading): void {
  const image = createRtfImage();
  const flow = flowOf(reading);
  reading.state.destination = 'image';
  reading.image = image;
  reading.state.atEnd = () => {
    reading.image = undefined;
    const inlines: Inline[] = reading.imageStore.place(
      image.finish(`image ${reading.imageStore.images.length}`),
    );
    appendAll(flow.line, inlines);
  };
}

/** Reads a header or footer as a part of the page, or skips it. */
function beginPagePart(reading: RtfReading, name: string): void {
  if (!reading.isPaged) {
    reading.state.destination = 'skip';
    return;
  }
  beginFlow(reading, (flat) => reading.declared.page.part(name, assembleBlocks(flat)));
}

/** Starts a known destination. Returns false if the word is not one. */
export function beginDestination(reading: RtfReading, name: string): boolean {
  switch (name) {
    case 'fonttbl':
      reading.state.destination = 'fonts';
      return true;
    case 'colortbl':
      reading.state.destination = 'colours';
      return true;
    case 'stylesheet':
      reading.state.destination = 'styles';
      return true;
    case 'listtable':
      reading.state.destination = 'lists';
      return true;
    case 'listoverridetable':
      reading.state.destination = 'overrides';
      return true;
    case 'info':
      reading.state.destination = 'info';
      return true;
    case 'footnote':
      beginNote(reading);
      return true;
    case 'header':
    case 'headerl':
    case 'headerr':
    case 'headerf':
    case 'footer':
    case 'footerl':
    case 'footerr':
    case 'footerf':
      beginPagePart(reading, name);
      return true;
    case 'shptxt': {
      const outer = flowOf(reading);
      beginFlow(reading, (flat) => appendAll(outer.boxes, flat));
      return true;
    }
    case 'shp':
    case 'shpinst':
    case 'shppict':
    case 'upr':
    case 'nesttableprops':
    case 'object':
    case 'shpgrp':
    case 'pn':
      // In `\upr` the Unicode text (`\ud`) follows the text without.
      if (name === 'upr') reading.state.destination = 'skip';
      return true;
    case 'ud':
      reading.state.destination = reading.groups.at(-2)?.destination ?? 'body';
      return true;
    case 'pict':
      beginImage(reading);
      return true;
    case 'field':
      reading.fieldHref = undefined;
      return true;
    case 'bkmkstart': {
      const { anchors } = flowOf(reading);
      collectText(reading, (text) => anchors.add(text.trim()));
      return true;
    }
    case 'fldinst':
      collectText(reading, (text) => {
        reading.fieldHref = hyperlinkOf(text);
        reading.pageField = reading.isPaged ? pageFieldOf(text) : undefined;
      });
      return true;
    case 'fldrslt':
      reading.state.href = reading.fieldHref ?? reading.state.href;
      if (reading.pageField !== undefined) {
        flowOf(reading).line.push({ kind: reading.pageField });
        reading.state.destination = 'skip';
      }
      reading.pageField = undefined;
      return true;
    default:
      return false;
  }
}

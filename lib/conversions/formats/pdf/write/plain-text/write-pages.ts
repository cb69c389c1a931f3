import { type PdfFile, textString } from '../../../../shared/pdf/pdf-file.ts';

/** Writes pages of tagged text. */
export interface PageWriter {
  readonly pages: () => number;
  readonly addPage: () => void;
  /** Ends the open paragraph. */
  readonly endParagraph: () => void;
  /** Adds operators that show text (ISO 32000-1, 9.4) to the open paragraph. */
  readonly addText: (content: string) => void;
  /** Adds text that is not part of the document, such as a page number. */
  readonly addArtifact: (content: string) => void;
  /** Writes everything except the fonts, whose resources are `fonts`. */
  readonly end: (fonts: string) => Buffer;
}

interface Paragraph {
  readonly object: number;
  readonly marks: { readonly page: number; readonly id: number }[];
}

interface Document {
  readonly width: number;
  readonly height: number;
  readonly title: string | undefined;
  readonly language: string | undefined;
}

/** Starts the pages of a document. Lengths in points. */
export function writePages(pdf: PdfFile, { width, height, title, language }: Document): PageWriter {
  const resources = pdf.reserve();
  const tree = pdf.reserve();
  const root = pdf.reserve();
  const top = pdf.reserve();
  const pages: number[] = [];
  const paragraphs: number[] = [];
  // The paragraph of each mark, by page.
  const parents: string[] = [];
  let paragraph: Paragraph | undefined;
  let marks: number[] = [];
  let content = '';
  let isMarked = false;

  function endMark(): void {
    if (isMarked) content += 'ET\nEMC\n';
    isMarked = false;
  }

  function endParagraph(): void {
    endMark();
    if (paragraph === undefined) return;
    const { object, marks: own } = paragraph;
    const [first] = own;
    const kids = own.map(({ page, id }) =>
      page === first?.page ? id : `<</Type/MCR/Pg ${page} 0 R/MCID ${id}>>`,
    );
    pdf.write(object, `<</Type/StructElem/S/P/P ${top} 0 R/Pg ${first?.page} 0 R/K[${kids.join(' ')}]>>`);
    paragraph = undefined;
  }

  function endPage(): void {
    const page = pages.at(-1);
    if (page === undefined) return;
    endMark();
    const stream = pdf.addStream(Buffer.from(content, 'latin1'));
    pdf.write(
      page,
      `<</Type/Page/Parent ${tree} 0 R/MediaBox[0 0 ${width} ${height}]/Resources ${resources} 0 R/Contents ${stream} 0 R/StructParents ${pages.length - 1}/Tabs/S>>`,
    );
    parents.push(`[${marks.map((object) => `${object} 0 R`).join(' ')}]`);
    content = '';
    marks = [];
  }

  return {
    pages: () => pages.length,
    addPage: () => {
      endPage();
      pages.push(pdf.reserve());
    },
    endParagraph,
    addText: (text) => {
      if (!isMarked) {
        if (paragraph === undefined) {
          paragraph = { object: pdf.reserve(), marks: [] };
          paragraphs.push(paragraph.object);
        }
        paragraph.marks.push({ page: pages.at(-1) ?? 0, id: marks.length });
        content += `/P<</MCID ${marks.length}>>BDC\nBT\n`;
        marks.push(paragraph.object);
        isMarked = true;
      }
      content += text;
    },
    addArtifact: (text) => {
      endMark();
      content += `/Artifact<</Type/Pagination>>BDC\nBT\n${text}ET\nEMC\n`;
    },
    end: (fonts) => {
      endParagraph();
      endPage();
      const references = (objects: readonly number[]): string =>
        objects.map((object) => `${object} 0 R`).join(' ');
      pdf.write(resources, `<</Font<<${fonts}>>>>`);
      pdf.write(tree, `<</Type/Pages/Count ${pages.length}/Kids[${references(pages)}]>>`);
      pdf.write(top, `<</Type/StructElem/S/Document/P ${root} 0 R/K[${references(paragraphs)}]>>`);
      const nums = parents.map((list, page) => `${page} ${list}`).join('');
      const parentTree = pdf.add(`<</Nums[${nums}]>>`);
      pdf.write(
        root,
        `<</Type/StructTreeRoot/K ${top} 0 R/ParentTree ${parentTree} 0 R/ParentTreeNextKey ${pages.length}>>`,
      );
      const catalog = pdf.add(
        `<</Type/Catalog/Pages ${tree} 0 R/StructTreeRoot ${root} 0 R/MarkInfo<</Marked true>>${language === undefined ? '' : `/Lang(${language})`}>>`,
      );
      const titled = title === undefined ? '' : `/Title${textString(title)}`;
      const info = pdf.add(`<</Producer(DocForge)/Creator(DocForge)${titled}>>`);
      return pdf.end(`/Root ${catalog} 0 R/Info ${info} 0 R`);
    },
  };
}

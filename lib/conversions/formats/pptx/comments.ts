import type { Comment } from '../../document/document-model.ts';
import type { OfficePackage } from '../../shared/ooxml/open-package.ts';
import {
  childOf,
  descendants,
  elementsOf,
  textOfElement,
  type XmlElement,
} from '../../shared/xml/element.ts';

/** Reads the comments on a slide by the name of its part. */
type SlideComments = (part: string, page: number) => Comment[];

/** The names of authors by their identifiers: numbers in `p:cm` (ECMA-376 part 1, 19.4.3), GUIDs in threads. */
function authorsOf(office: OfficePackage): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const { type, target, isExternal } of office.relationships(office.mainPart).values()) {
    if (isExternal || (type !== 'commentAuthors' && type !== 'authors')) continue;
    for (const { attributes } of elementsOf(office.optionalPart(target)))
      names.set(attributes.id ?? '', attributes.name ?? '');
  }
  return names;
}

const linesOf = (body: XmlElement | undefined): string =>
  [...descendants(body, 'a:p')]
    .map((line) => [...descendants(line, 'a:t')].map(textOfElement).join(''))
    .join('\n')
    .trim();

/** Opens the comments of a presentation, those of PowerPoint before 2021 and the threads of later ones ([MS-PPTX] 2.1.34). */
export function createSlideComments(office: OfficePackage): SlideComments {
  const authors = authorsOf(office);
  const toComment = (element: XmlElement, text: string, page: number): Comment => {
    const { authorId = '', dt, created = dt ?? null } = element.attributes;
    return { author: authors.get(authorId) || null, created, text, page };
  };
  return (part, page) => {
    const found: Comment[] = [];
    for (const { type, target, isExternal } of office.relationships(part).values()) {
      if (isExternal || type !== 'comments') continue;
      for (const comment of elementsOf(office.optionalPart(target))) {
        if (comment.name === 'p:cm')
          found.push(toComment(comment, textOfElement(childOf(comment, 'p:text')).trim(), page));
        if (comment.name !== 'p188:cm') continue;
        found.push(toComment(comment, linesOf(childOf(comment, 'p188:txBody')), page));
        for (const reply of elementsOf(childOf(comment, 'p188:replyLst')))
          found.push(toComment(reply, linesOf(childOf(reply, 'p188:txBody')), page));
      }
    }
    return found.filter(({ text }) => text !== '');
  };
}

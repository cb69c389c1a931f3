import type { Language } from './snippets.ts';

/** A piece of code. */
export type CodePiece = {
  readonly text: string;
  readonly kind: 'comment' | 'string' | 'keyword' | 'option' | 'number' | 'plain';
};

const scriptString = String.raw`'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|${'`'}(?:[^${'`'}\\]|\\.)*${'`'}`;
const number = String.raw`\b\d+\b`;

// The named groups are the kinds of pieces.
const grammars: Readonly<Record<Language, string>> = {
  curl: String.raw`(?<comment>(?<=^|\n)# [^\n]*)|(?<string>'[^']*'|"(?:[^"\\]|\\.)*")|(?<option>(?<=\s)--?[A-Za-z][\w-]*)|(?<keyword>\b(?:curl|jq|sed|wc|mapfile)\b|\$\w+|\b[A-Z_]{3,}(?==))`,
  TypeScript: String.raw`(?<comment>//[^\n]*)|(?<string>${scriptString})|(?<keyword>\b(?:import|from|const|let|async|await|if|for|of|while|throw|new|return)\b)|(?<number>${number})`,
  Python: String.raw`(?<comment># [^\n]*)|(?<string>f?"(?:[^"\\\n]|\\.)*")|(?<keyword>\b(?:import|def|if|not|in|and|or|raise|return|with|open|as|while|True|False|None)\b)|(?<number>${number})`,
};

const kinds = ['comment', 'string', 'keyword', 'option', 'number'] as const;

/** Splits code into pieces by what they are. Together they are the code. */
export const codePieces = (language: Language, code: string): readonly CodePiece[] => {
  const pieces: CodePiece[] = [];
  let at = 0;
  for (const { 0: text, index, groups = {} } of code.matchAll(new RegExp(grammars[language], 'g'))) {
    if (index > at) pieces.push({ text: code.slice(at, index), kind: 'plain' });
    pieces.push({ text, kind: kinds.find((kind) => groups[kind] !== undefined) ?? 'plain' });
    at = index + text.length;
  }
  if (at < code.length) pieces.push({ text: code.slice(at), kind: 'plain' });
  return pieces;
};

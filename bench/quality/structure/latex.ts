import type { Paper, PaperBlock, Piece } from './paper.ts';

/** A document class with options, and how its front matter and headings are written. */
export interface LatexStyle {
  readonly name: string;
  readonly documentClass: string;
  readonly preamble?: string;
  /** Commands of the levels of headings. */
  readonly headings?: readonly string[];
  readonly front?: 'article' | 'ieee' | 'elsevier' | 'ams' | 'acm' | 'revtex';
  /** Environments of floats, over both columns if `figure*`. */
  readonly wide?: boolean;
  readonly captionsAbove?: boolean;
}

const escaped = (text: string): string => text.replaceAll(/[&%$#_]/g, String.raw`\$&`);

const pieceOf = (piece: Piece): string =>
  typeof piece === 'string'
    ? escaped(piece)
    : 'note' in piece
      ? String.raw`\footnote{${escaped(piece.note)}}`
      : `$${piece.tex}$`;

const picture = (labels: readonly string[], at: number): string => {
  const [one = '', two = '', three = '', four = ''] = labels;
  return at % 2 === 0
    ? String.raw`\begin{tikzpicture}[scale=0.8]
\draw[->] (0,0) -- (6,0) node[below] {${one}}; \draw[->] (0,0) -- (0,4) node[left] {${two}};
\foreach \x in {1,...,5} {\draw (\x,0.08) -- (\x,-0.08) node[below] {\footnotesize \x0}; \draw (0.08,\x*0.7) -- (-0.08,\x*0.7) node[left] {\footnotesize \x.5};}
\draw[thick] plot[smooth] coordinates {(0,0.5) (1,1.4) (2,1.1) (3,2.4) (4,2.2) (5,3.5)};
\draw[dashed] plot[smooth] coordinates {(0,0.2) (1,0.4) (2,1.6) (3,1.4) (4,2.9) (5,2.1)};
\node at (4,3.6) {${three}}; \node at (4.6,0.7) {${four}};
\end{tikzpicture}`
    : String.raw`\begin{tikzpicture}[scale=0.9]
\node[draw,rounded corners] (a) at (0,0) {${one}}; \node[draw,circle] (b) at (3.4,0) {\small ${two}};
\node[draw,fill=gray!20] (c) at (0,-2) {${three}}; \node[draw,ellipse] (d) at (3.4,-2.4) {${four}};
\draw[->] (a) -- (b); \draw[->] (b) to[bend left] (d); \draw[->] (a) -- (c); \draw[->] (c) -- (d);
\end{tikzpicture}`;
};

const floated = (
  kind: string,
  inside: string,
  caption: string,
  { wide, captionsAbove }: LatexStyle,
): string => {
  const name = wide ? `${kind}*` : kind;
  const text = String.raw`\caption{${escaped(caption)}}`;
  const isAbove = kind === 'table' || captionsAbove === true;
  return String.raw`\begin{${name}}[t]\centering ${isAbove ? text : ''} ${inside} ${isAbove ? '' : text}\end{${name}}`;
};

function blockOf(block: PaperBlock, at: number, style: LatexStyle): string {
  const commands = style.headings ?? ['section', 'subsection', 'subsubsection'];
  switch (block.kind) {
    case 'heading':
      return `\\${commands[block.level - 1]}{${escaped(block.text)}}`;
    case 'paragraph':
      return block.pieces.map(pieceOf).join('');
    case 'theorem':
      return String.raw`\begin{claim} ${escaped(block.text)} \end{claim}`;
    case 'list': {
      const name = block.ordered ? 'enumerate' : 'itemize';
      return `\\begin{${name}}\n${block.items.map((item) => `\\item ${escaped(item)}`).join('\n')}\n\\end{${name}}`;
    }
    case 'formula':
      return String.raw`\begin{equation} ${block.tex} \end{equation}`;
    case 'figure':
      return floated('figure', picture(block.labels, at), block.caption, style);
    case 'table': {
      const rows = block.rows.map((row) => `${row.map(escaped).join(' & ')} \\\\`);
      const [head, ...body] = rows;
      return floated(
        'table',
        String.raw`\begin{tabular}{lrr} \hline ${head} \hline ${body.join('\n')} \hline \end{tabular}`,
        block.caption,
        style,
      );
    }
  }
}

function frontOf({ title, authors, abstract, running }: Paper, front: LatexStyle['front']): string {
  const both = authors.join(front === 'ieee' ? ' and ' : String.raw` \and `);
  const summary = String.raw`\begin{abstract} ${escaped(abstract)} \end{abstract}`;
  switch (front) {
    case 'elsevier':
      return String.raw`\begin{frontmatter} \title{${title}} ${authors.map((author) => String.raw`\author{${author}}`).join('')} ${summary} \end{frontmatter}`;
    case 'ams':
      return String.raw`\title[${running}]{${title}} ${authors.map((author) => String.raw`\author{${author}}`).join('')} ${summary} \maketitle`;
    case 'acm':
      return String.raw`\title[${running}]{${title}} ${authors.map((author) => String.raw`\author{${author}} \affiliation{\institution{Valley Institute}\country{Norway}}`).join('')} \renewcommand{\shortauthors}{Bellamy} ${summary} \maketitle`;
    case 'revtex':
      return String.raw`\title{${title}} ${authors.map((author) => String.raw`\author{${author}} \affiliation{Valley Institute}`).join('')} ${summary} \maketitle`;
    default:
      return String.raw`\title{${title}} \author{${both}} \maketitle ${summary}`;
  }
}

/** A paper in LaTeX. */
export function latexOf(paper: Paper, style: LatexStyle): string {
  const figures = { count: 0 };
  const body = paper.blocks.map((block) => {
    if (block.kind === 'figure') figures.count += 1;
    return blockOf(block, figures.count, style);
  });
  const preamble = (style.preamble ?? '').replaceAll('RUNNING', paper.running);
  const references = paper.references.map((text, at) => String.raw`\bibitem{r${at}} ${escaped(text)}`);
  return String.raw`\documentclass${style.documentClass}
\usepackage{tikz}\usetikzlibrary{shapes}
${preamble}
\makeatletter\@ifundefined{claim}{\newtheorem{claim}{Theorem}}{}\makeatother
\begin{document}
${frontOf(paper, style.front)}
${body.join('\n\n')}
\begin{thebibliography}{9}
${references.join('\n')}
\end{thebibliography}
\end{document}
`;
}

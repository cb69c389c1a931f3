import type { LatexStyle } from './latex.ts';

/** A style that papers are typeset in. Rules are fitted to half of them and tested on the others. */
type SetStyle = LatexStyle & { readonly split: 'fit' | 'test' };

const fancy = String.raw`\usepackage{fancyhdr}\pagestyle{fancy}\fancyhf{}\lhead{RUNNING}\rhead{\thepage}\cfoot{Draft of the valley}`;
const headed = String.raw`\pagestyle{myheadings}\markboth{RUNNING}{RUNNING}`;
const bare = String.raw`\usepackage[bookmarks=false,hidelinks]{hyperref}`;
const chapters = ['chapter', 'section', 'subsection'];

export const latexStyles: readonly SetStyle[] = [
  { split: 'fit', name: 'article-10', documentClass: '{article}', preamble: bare },
  { split: 'fit', name: 'article-two', documentClass: '[11pt,twocolumn]{article}', preamble: headed },
  {
    split: 'fit',
    name: 'article-fancy',
    documentClass: '[12pt,a4paper]{article}',
    preamble: `${fancy}${String.raw`\usepackage{lmodern}\usepackage[T1]{fontenc}`}`,
  },
  { split: 'fit', name: 'ieee-conference', documentClass: '[conference]{IEEEtran}', front: 'ieee' },
  { split: 'fit', name: 'elsevier', documentClass: '[preprint,12pt]{elsarticle}', front: 'elsevier' },
  { split: 'fit', name: 'ams', documentClass: '{amsart}', front: 'ams' },
  { split: 'fit', name: 'report', documentClass: '[11pt]{report}', headings: chapters, preamble: headed },
  { split: 'fit', name: 'koma', documentClass: '{scrartcl}', preamble: bare },
  {
    split: 'fit',
    name: 'unnumbered',
    documentClass: '[11pt]{article}',
    headings: ['section*', 'subsection*', 'subsubsection*'],
    preamble: String.raw`\usepackage{mathptmx}`,
  },
  {
    split: 'fit',
    name: 'small-caps',
    documentClass: '{article}',
    preamble: String.raw`\usepackage{titlesec}\titleformat{\section}{\normalfont\scshape\centering}{\Roman{section}.}{1ex}{}\titleformat{\subsection}{\normalfont\itshape}{\Alph{subsection}.}{1ex}{}\titleformat{\subsubsection}[runin]{\normalfont\itshape}{\arabic{subsubsection})}{1ex}{}[.]`,
  },
  {
    split: 'test',
    name: 'revtex',
    documentClass: '[aps,prb,twocolumn,nofootinbib]{revtex4-2}',
    front: 'revtex',
  },
  {
    split: 'test',
    name: 'revtex-one',
    documentClass: '[aps,preprint,nofootinbib]{revtex4-2}',
    front: 'revtex',
  },
  { split: 'test', name: 'acm', documentClass: '[sigconf,nonacm]{acmart}', front: 'acm' },
  {
    split: 'test',
    name: 'ieee-journal',
    documentClass: '[journal]{IEEEtran}',
    front: 'ieee',
    preamble: String.raw`\markboth{RUNNING}{Bellamy: RUNNING}`,
  },
  {
    split: 'test',
    name: 'elsevier-two',
    documentClass: '[final,5p,times,twocolumn]{elsarticle}',
    front: 'elsevier',
  },
  { split: 'test', name: 'book', documentClass: '[11pt]{book}', headings: chapters },
  {
    split: 'test',
    name: 'memoir',
    documentClass: '[11pt,article]{memoir}',
    preamble: String.raw`\counterwithout{section}{chapter}\counterwithout{figure}{chapter}\counterwithout{table}{chapter}\setsecnumdepth{subsubsection}`,
  },
  {
    split: 'test',
    name: 'koma-report',
    documentClass: '[twoside,headings=small]{scrreprt}',
    headings: chapters,
    preamble: String.raw`\usepackage{scrlayer-scrpage}\automark{chapter}\usepackage{lmodern}\usepackage[T1]{fontenc}`,
  },
  {
    split: 'test',
    name: 'times-two',
    documentClass: '[10pt,twocolumn]{article}',
    preamble: String.raw`\usepackage{mathptmx}\usepackage[font=small,labelfont=bf]{caption}\usepackage{titlesec}\titleformat{\section}{\normalfont\bfseries\uppercase}{\thesection}{1ex}{}\titleformat{\subsection}{\normalfont\bfseries\itshape}{\thesubsection}{1ex}{}`,
  },
  {
    split: 'test',
    name: 'italic',
    documentClass: '[12pt]{article}',
    captionsAbove: true,
    preamble: String.raw`\usepackage[labelsep=period,font=footnotesize,labelfont=it]{caption}\usepackage{titlesec}\titleformat{\section}{\normalfont\itshape}{\thesection.}{1ex}{}\titleformat{\subsection}{\normalfont\itshape}{\thesubsection.}{1ex}{}\titleformat{\subsubsection}[runin]{\normalfont\itshape}{\thesubsubsection.}{1ex}{}[.]`,
  },
  { split: 'test', name: 'ams-proceedings', documentClass: '{amsproc}', front: 'ams' },
];

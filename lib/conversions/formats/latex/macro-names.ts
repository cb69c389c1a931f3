/** Commands that refer to a label. */
export const references = ['ref', 'eqref', 'pageref', 'autoref', 'cref', 'Cref', 'nameref'] as const;

/** Commands that cite an entry of the bibliography. */
export const citations = [
  'cite',
  'citep',
  'citet',
  'citeauthor',
  'citeyear',
  'parencite',
  'textcite',
  'autocite',
  'footcite',
] as const;

/** Commands whose argument is a note. */
export const footnotes = ['footnote', 'thanks', 'footnotetext'] as const;

/** Commands that show nothing. */
export const silent: readonly string[] =
  'vspace hspace vskip hskip setlength addtolength setcounter addtocounter pagestyle thispagestyle pagenumbering usepackage documentclass input include includeonly bibliographystyle bibliography newcommand renewcommand providecommand newenvironment renewenvironment newtheorem def let hypersetup geometry graphicspath DeclareMathOperator title author date today index glossary nocite addcontentsline rule phantom vphantom hphantom tikzset definecolor'.split(
    ' ',
  );

/** Registers and commands of TeX that a length or a number follows, without braces. */
export const assigned: ReadonlySet<string> = new Set(
  'parindent parskip baselineskip lineskip topskip parfillskip hsize vsize hoffset voffset leftskip rightskip textwidth textheight topmargin oddsidemargin evensidemargin headheight headsep footskip marginparwidth marginparsep columnsep columnseprule tabcolsep arraycolsep itemsep parsep topsep partopsep fboxsep fboxrule abovedisplayskip belowdisplayskip mathsurround hskip vskip kern hangindent hangafter tolerance pretolerance emergencystretch hyphenpenalty exhyphenpenalty clubpenalty widowpenalty linepenalty penalty hbadness vbadness hfuzz vfuzz'.split(
    ' ',
  ),
);

/** Commands with arguments that are converted here. */
export const macroNames: readonly string[] = [
  ...references,
  ...citations,
  ...footnotes,
  ...silent,
  'label',
  'caption',
];

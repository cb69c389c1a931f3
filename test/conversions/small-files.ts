import { utils, write } from '@e965/xlsx';
import { tinyPng } from './office-files.ts';

// Small files of formats that no engine writes.

const image = Buffer.from(tinyPng).toString('base64');

/** A message with a page of its own, an image in it, and a file with it. */
export const eml: Buffer = Buffer.from(
  [
    'Return-Path: <ada@example.com>',
    'From: =?utf-8?Q?Ada_Lov=C3=A9?= <ada@example.com>',
    'To: Charles <charles@example.com>,',
    '  team@example.com',
    'Subject: Notes on the',
    '  engine',
    'Date: Mon, 23 Nov 2026 10:30:00 +0100',
    'MIME-Version: 1.0',
    'Content-Type: multipart/mixed; boundary="outer"',
    '',
    '--outer',
    'Content-Type: multipart/related; boundary="inner"',
    '',
    '--inner',
    'Content-Type: text/html; charset=utf-8',
    'Content-Transfer-Encoding: quoted-printable',
    '',
    '<p>Dear <b>Charles</b>,</p><p><img src=3D"cid:dot" alt=3D"a dot"> G=C3=BCte</p>',
    '--inner',
    'Content-Type: image/png',
    'Content-ID: <dot>',
    'Content-Transfer-Encoding: base64',
    '',
    image,
    '--inner--',
    '--outer',
    'Content-Type: application/pdf; name="plan.pdf"',
    'Content-Disposition: attachment; filename="plan.pdf"',
    'Content-Transfer-Encoding: base64',
    '',
    Buffer.alloc(2000).toString('base64'),
    '--outer--',
    '',
  ].join('\r\n'),
);

/** A message of plain text. */
export const plainMail: Buffer = Buffer.from(
  'From: ada@example.com\nTo: bo@example.com\nSubject: Hi\n\nFirst line\nsecond line\n\n> you said\n> that\n\nBye\n',
);

/** A web page with its image, as browsers save it. */
export const mhtml: Buffer = Buffer.from(
  [
    'From: <Saved by a browser>',
    'Snapshot-Content-Location: https://example.com/',
    'Subject: Tides',
    'Date: Mon, 23 Nov 2026 10:30:00 +0100',
    'MIME-Version: 1.0',
    'Content-Type: multipart/related; type="text/html"; boundary="part"',
    '',
    '--part',
    'Content-Type: text/html; charset=utf-8',
    'Content-Location: https://example.com/',
    '',
    '<title>Tides of the world</title><h1>Tides</h1><p>High water. <img src="https://example.com/dot.png" alt="dot"></p>',
    '--part',
    'Content-Type: image/png',
    'Content-Location: https://example.com/dot.png',
    'Content-Transfer-Encoding: base64',
    '',
    image,
    '--part--',
    '',
  ].join('\r\n'),
);

/** A notebook with each kind of cell and output. */
export const ipynb: Buffer = Buffer.from(
  JSON.stringify({
    nbformat: 4,
    nbformat_minor: 5,
    metadata: { language_info: { name: 'python' }, title: 'Tides', authors: [{ name: 'Ada' }] },
    cells: [
      {
        cell_type: 'markdown',
        metadata: {},
        source: ['# Tides\n', '\n', 'With *care*. ![dot](attachment:dot.png)'],
        attachments: { 'dot.png': { 'image/png': image } },
      },
      {
        cell_type: 'code',
        metadata: {},
        source: 'print("high")',
        execution_count: 1,
        outputs: [
          { output_type: 'stream', name: 'stdout', text: ['high\n', 'low\n'] },
          { output_type: 'display_data', data: { 'image/png': image, 'text/plain': '<Figure>' } },
          {
            output_type: 'execute_result',
            data: {
              'text/html': ['<table><tr><th>a</th><th>b</th></tr><tr><td>1</td><td>2</td></tr></table>'],
              'text/plain': 'a b',
            },
          },
          { output_type: 'execute_result', data: { 'text/plain': '42' } },
          {
            output_type: 'error',
            ename: 'ValueError',
            evalue: 'too low',
            traceback: ['\u001b[0;31mValueError\u001b[0m'],
          },
        ],
      },
      { cell_type: 'raw', metadata: {}, source: 'left as it is' },
    ],
  }),
);

/** Subtitles of SubRip. */
export const srt: Buffer = Buffer.from(
  '1\r\n00:00:01,000 --> 00:00:02,500\r\n<i>High</i> water comes\r\ntwice a day.\r\n\r\n2\r\n00:00:02,600 --> 00:00:04,000\r\nNot everywhere.\r\n\r\n3\r\n00:01:10,000 --> 00:01:12,000\r\nLater &amp; lower.\r\n',
);

/** Subtitles of the web, with speakers. */
export const vtt: Buffer = Buffer.from(
  'WEBVTT - Tides\n\nNOTE made by hand\n\n00:01.000 --> 00:02.500 align:start\n<v Ada>High water?\n\nlast\n00:00:03.000 --> 00:00:04.000\n<v.loud Bo>Twice <00:00:03.500><c>a day</c>.\n',
);

const rows = [
  ['NAME', 'HEIGHT'],
  ['Saint-Malo', 12.2],
  ['Naples', 0.3],
];

const table = (bookType: 'dbf' | 'dif'): Buffer => {
  const book = utils.book_new();
  utils.book_append_sheet(book, utils.aoa_to_sheet(rows), 'Sheet1');
  return write(book, { type: 'buffer', bookType });
};

/** A table of dBase. */
export const dbf: Buffer = table('dbf');

/** A table in Data Interchange Format. */
export const dif: Buffer = table('dif');

/** Tab-separated values. */
export const tsv: Buffer = Buffer.from('name\theight\nSaint-Malo, FR\t12.2\nNaples\t0.3\n');

/** A document with a bit of everything that AsciiDoc has. */
export const asciidoc = `= Harbour guide
Ada Lovelace <ada@example.com>
:toc:
:lang: en-GB
:description: When to sail

High water comes *twice* a day, see https://example.org[the tables]. It is _late_ at stem:[a/2] and latexmath:[x < y^2].footnote:[By the old *chart*.]

== Tides [[tides]]

. Cast off
. Hoist the \`mainsail\`
* slowly

[cols="1,>2",options="header"]
|===
|Day |Metres
|Mon |3.20
|===

NOTE: Take care, see <<tides>>.

[source,js]
----
const a = 1 < 2;
----

[latexmath]
++++
\\frac{a}{b}
++++
`;

/** A list of objects in YAML with an anchor, a merge key and a tag of an application. */
export const yaml = `%YAML 1.2
---
- &port
  name: Saint-Malo
  height: 12.2
  open: true
- <<: *port
  name: Naples
  height: 0.3
- name: !Ref harbour
  height: ~
`;

/** An article of JATS with a bit of everything. */
export const jats = `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE article PUBLIC "-//NLM//DTD JATS (Z39.96) Journal Publishing DTD v1.3//EN" "JATS-journalpublishing1.dtd">
<article xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:mml="http://www.w3.org/1998/Math/MathML" xml:lang="en"><front><journal-meta><journal-id>jt</journal-id></journal-meta><article-meta><title-group><article-title>High and <italic>low</italic> water</article-title></title-group><contrib-group><contrib contrib-type="author"><name><surname>Lovelace</surname><given-names>Ada</given-names></name><xref ref-type="aff" rid="a1">1</xref></contrib></contrib-group><aff id="a1">Mole</aff><abstract><p>We measured.</p></abstract><kwd-group><kwd>tides</kwd><kwd>ports</kwd></kwd-group></article-meta></front>
<body><sec id="s1"><label>1</label><title>Methods</title><p>See <xref ref-type="sec" rid="s2">below</xref><xref ref-type="fn" rid="f1">a</xref> and <ext-link xlink:href="https://example.org">there</ext-link> <xref ref-type="bibr" rid="r1">[1]</xref>.</p><list list-type="order"><list-item><p>One</p></list-item><list-item><p>Two</p></list-item></list><disp-formula><tex-math>\\frac{a}{b}</tex-math></disp-formula><p>and <inline-formula><mml:math><mml:msup><mml:mi>x</mml:mi><mml:mn>2</mml:mn></mml:msup></mml:math></inline-formula></p><sec id="s2"><label>1.1</label><title>Ports</title><table-wrap id="t1"><label>Table 1</label><caption><p>Heights</p></caption><table><thead><tr><th>Port</th><th>m</th></tr></thead><tbody><tr><td>Saint-Malo</td><td>12.2</td></tr></tbody></table><table-wrap-foot><p>In metres.</p></table-wrap-foot></table-wrap><fig id="g1"><label>Figure 1</label><caption><p>The mole</p></caption><graphic xlink:href="x.png"/></fig></sec></sec></body>
<back><ack><title>Thanks</title><p>All.</p></ack><fn-group><fn id="f1"><label>a</label><p>By hand.</p></fn></fn-group><ref-list><title>References</title><ref id="r1"><label>1</label><mixed-citation>Kelvin. <italic>Tides</italic>, 1882.</mixed-citation></ref></ref-list></back></article>
`;

/** A book of DocBook 5 with a bit of everything. */
export const docbook = `<?xml version="1.0"?>
<book xmlns="http://docbook.org/ns/docbook" xmlns:xlink="http://www.w3.org/1999/xlink" version="5.0" xml:lang="de"><info><title>Harbour guide</title><author><personname><firstname>Ada</firstname><surname>Lovelace</surname></personname></author></info><chapter xml:id="c1"><title>Tides</title><para>High <emphasis role="bold">water</emphasis> comes<footnote><para>By the chart.</para></footnote> <link xlink:href="https://example.org">twice</link>.</para><itemizedlist><listitem><para>One</para></listitem><listitem><para>Two</para><orderedlist><listitem><para>Inner</para></listitem></orderedlist></listitem></itemizedlist><variablelist><varlistentry><term>Ebb</term><listitem><para>Going out</para></listitem></varlistentry></variablelist><programlisting>a &lt; b
c</programlisting><table><title>Heights</title><tgroup cols="2"><thead><row><entry>Port</entry><entry>m</entry></row></thead><tbody><row><entry namest="c1" nameend="c2">Both</entry></row><row><entry>Naples</entry><entry>0.3</entry></row></tbody></tgroup></table><section><title>Deep</title><note><para>Care.</para></note></section></chapter></book>
`;

/** Records in XML. */
export const xmlRecords = `<?xml version="1.0"?>
<ports><port id="1"><name>Saint-Malo</name><height unit="m">12.2</height></port><port id="2"><name>Naples</name><height unit="m">0.3</height></port></ports>
`;

/** A document with a bit of everything that LaTeX has. */
export const latex = String.raw`\documentclass[12pt]{article}
\usepackage{amsmath}
\newcommand{\R}{\mathbb{R}}
\newcommand{\vessel}[1]{the \emph{#1}}
\title{Harbour guide}
\author{Ada Lovelace \and Grace Hopper}
\date{May 2026}
\begin{document}
\maketitle
\begin{abstract}When to sail.\end{abstract}
\section{Tides \& currents}\label{sec:tides}
High water comes \textbf{twice} a day % not always
for \vessel{Argo}, see Section~\ref{sec:tides} and \cite{knuth}. It is late at $x \in \R$.\footnote{By the \emph{old} chart.}

Keep to caf\'e \"uber \ss{} --- \verb|a_b| and \href{https://example.org}{the tables}.
\subsection{Steps}
\begin{enumerate}
\item Cast off
\item Hoist
\begin{itemize}\item slowly\end{itemize}
\end{enumerate}
\begin{description}\item[Ebb] Water falls.\item[Flood] Water rises.\end{description}
\begin{align} a &= b \label{eq:a} \\ c &= d \end{align}
\begin{table}\centering\caption{Depths}
\begin{tabular}{lr}\toprule Day & Metres \\ \midrule Mon & 3.20 \\ \multicolumn{2}{c}{none on Sunday} \\ \bottomrule\end{tabular}
\end{table}
\begin{verbatim}
const a = 1 < 2;
\end{verbatim}
\begin{tikzpicture}\draw (0,0) -- (1,1);\end{tikzpicture}
\begin{thebibliography}{9}\bibitem{knuth} Knuth, The art of it.\end{thebibliography}
\end{document}
`;

/** A document with a bit of everything that reStructuredText has. */
export const rst = String.raw`:orphan:

=============
Harbour guide
=============

:Author: Ada Lovelace
:Date: 2026-05-01

High water comes **twice** a day, see ‵the tables <https://example.org>‵_ and Knuth [1]_ [#]_ [CIT2002]_.
It is *late* at :math:‵a/2‵, ‵‵a_b*‵‵ and :sub:‵2‵. See :ref:‵tides‵ or Tides_, |ship| and anonymous__. :func:‵~os.path.join‵

__ https://anon.example.org

.. |ship| replace:: the *Argo*

.. [1] By the *old* chart.
.. [#] Auto.
.. [CIT2002] A citation.

.. _tides:

Tides
=====

- one

  more

  - nested
- two

1. Cast off
2. Hoist

   a) slowly
   b) fast

Ebb
    Water falls.
Flood : noun
    Water rises.

-v, --verbose  talk a lot
--out=FILE     where to

| line one
| line two

::

    literal <b>
      kept

Code::

    x = 1

.. code-block:: python
   :linenos:

   const = 1 < 2

.. note:: Take care
   of it.

   - and this

.. figure:: ship.png
   :alt: A ship

   The *Argo* at sea

   Legend

.. math::

   \frac{a}{b}

Depths
------

+------+--------+------+
| Day  | Metres | x    |
+======+========+======+
| Mon  | - 3    | y    |
|      | - 4    |      |
+------+--------+------+
| both columns  | z    |
+---------------+------+

===== =====
A     B
===== =====
1     2
3     4
      more
===== =====

.. csv-table:: Numbers
   :header: "A", "B"

   1, "x, y"
   2, z

.. list-table:: L
   :header-rows: 1

   * - A
     - B
   * - 1
     - 2

.. toctree::

   other

.. py:function:: foo(a, b)

   Does foo.

.. a comment
   goes on

>>> 1 + 1
2

    A quote.

    -- Someone

----

End.
`.replaceAll('‵', '`');

/** A document with a bit of everything that Org has. */
export const org = String.raw`#+TITLE: Harbour guide
#+AUTHOR: Ada Lovelace
#+LANGUAGE: en
#+OPTIONS: toc:nil

Intro with *bold*, /italic/, _under_, +gone+, =a_b=, ~code~ and [[https://example.org][the *tables*]].
A note[fn:1] and one inline[fn:: right here]. $x^2$ and \(y\) \alpha and H_{2}O. See [[#tides][below]] and <<here>>.

* TODO [#A] Tides [1/2]                     :work:sea:
DEADLINE: <2026-05-04 Mon>
:PROPERTIES:
:CUSTOM_ID: tides
:END:
- [X] one
- [ ] two
  more

  para
  - nested
    1. first
    2. second
- Ebb :: no

- Ebb :: Water falls.
- Flood :: Water rises.

** Deep
#+CAPTION: Depths
| Day | Metres |
|-----+--------|
|     | <r>    |
| Mon | 3.20   |
| Tue | *4*    |
#+TBLFM: $2=1

#+BEGIN_SRC python :results output
def f():
    return 1
,* not a heading
#+END_SRC

#+RESULTS:
: 42

#+begin_quote
Quoted *text*.
#+end_quote

#+BEGIN_EXPORT html
<b>no</b>
#+END_EXPORT

\begin{align}
a &= b \\
c &= d
\end{align}

-----

# a comment
#+CAPTION: The ship
[[file:ship.png]]

* COMMENT hidden
secret
** also
* Notes :noexport:
x
* Last
[fn:1] By the *old* chart.
  And more.
`;

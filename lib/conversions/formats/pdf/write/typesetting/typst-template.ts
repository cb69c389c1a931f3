/** Page setup from `data.page`, with header and footer in the colour `soft`. */
export const pageTemplate = `#let soft = rgb("#6b7280")
#let label-text(parts) = for part in parts {
  if part == "page" { context counter(page).display() }
  else if part == "pages" { context counter(page).final().first() }
  else { part.text }
}
#let line-of-page(spec) = if spec == none { none } else {
  set text(size: 0.8em, fill: soft, dir: if data.rtl { rtl } else { ltr })
  set par(leading: 0.4em)
  if spec.number { grid(columns: (1fr, auto), column-gutter: 1em, label-text(spec.parts), context counter(page).display()) }
  else { align(center, label-text(spec.parts)) }
}
#set page(
  width: data.page.width * 1pt, height: data.page.height * 1pt,
  margin: (top: data.page.top * 1pt, right: data.page.right * 1pt, bottom: data.page.bottom * 1pt, left: data.page.left * 1pt),
  header: line-of-page(data.page.header), footer: line-of-page(data.page.footer),
  numbering: "1",
)
`;

/**
 * The Typst template (0.14) that lays out a document's data.
 *
 * The document is never evaluated as markup or code: it is passed as JSON and rendered with `text`, `raw`, `link` and
 * the math functions, which do not interpret strings. Recursion is as deep as the data; `block-data.ts` limits that
 * depth because Typst allows 80 nested calls.
 */
export const documentTemplate = `#let data = json(bytes(sys.inputs.data))
#let size = data.size * 1pt
#let ink = rgb("#1a1a1a")
#let hairline = 0.5pt + rgb("#d1d5db")
#let ground = rgb("#f4f5f7")
// Latin words use the main font, the only one with all styles.
#let leads = data.leads.pairs().map(((name, families)) => (name, ((name: families.first(), covers: regex("[^\\\\p{Latin}\\\\p{Greek}\\\\p{Cyrillic}]")),) + data.fonts)).to-dict()

#set document(title: data.title, author: data.authors, description: data.description, keywords: data.keywords, date: if data.date == none { none } else { datetime(..data.date) })
#set text(font: data.fonts, fallback: false, size: size, lang: data.lang, fill: ink, number-type: "lining")
#set par(leading: 0.68em, spacing: 1.1em, justify: false)

${pageTemplate}
#set heading(numbering: none)
#show heading: set text(weight: "bold", hyphenate: false)
#show heading: set par(leading: 0.45em)
#let heading-sizes = (1.9, 1.5, 1.22, 1.08, 1, 0.92)
#show heading: it => {
  let step = calc.min(it.level, 6) - 1
  let own = heading-sizes.at(step) * size
  set text(size: own)
  block(sticky: true, above: if step < 2 { 1.5 * size + 0.3 * own } else { 1.1 * size + 0.3 * own }, below: 0.75 * size + 0.12 * own, it.body)
}
#show outline: set heading(bookmarked: false)
#show outline.entry.where(level: 1): set text(weight: "bold")
#set outline.entry(fill: repeat(text(fill: soft, weight: "regular", "."), gap: 0.25em))
#set list(indent: 0.4em, body-indent: 0.6em, marker: ([•], [◦], [▪]))
#set enum(indent: 0.4em, body-indent: 0.6em, full: false)
#show raw: set text(font: data.mono-fonts, size: 1.14em, ligatures: false)
#show raw.where(block: false): it => highlight(fill: ground, extent: 0.15em, radius: 2pt, top-edge: "ascender", bottom-edge: "descender", it)
#show raw.where(block: true): set par(leading: 0.56em, justify: false)
#show raw.where(block: true): set text(size: 0.95em, hyphenate: false, dir: ltr)
#set raw(tab-size: 4)
#show link: set text(fill: rgb("#1d4ed8"))
#show quote.where(block: true): it => block(
  above: 1.2em, below: 1.2em,
  inset: if text.dir == rtl { (right: 1em, y: 0.15em) } else { (left: 1em, y: 0.15em) },
  stroke: if text.dir == rtl { (right: 2pt + rgb("#cbd5e1")) } else { (left: 2pt + rgb("#cbd5e1")) },
  { set text(fill: rgb("#4b5563")); set block(spacing: 1.1em); it.body },
)
#set footnote.entry(separator: line(length: 25%, stroke: hairline), gap: 0.5em, indent: 0em)
#show footnote.entry: set text(size: 0.95em)
#show math.equation: set text(font: data.math-fonts, fallback: false)
#show math.equation.where(block: true): set block(breakable: true)

#let maths(node) = {
  let kind = node.at(0)
  let inner(index) = maths(node.at(index))
  let maybe(index) = if node.at(index) == none { none } else { maths(node.at(index)) }
  if kind == "row" { node.slice(1).map(maths).join() }
  else if kind == "sym" { symbol(node.at(1)) }
  else if kind == "var" { math.italic(symbol(node.at(1))) }
  else if kind == "up" { math.upright(symbol(node.at(1))) }
  else if kind == "text" { text(node.at(1)) }
  else if kind == "op" { math.op(node.at(1), limits: node.at(2)) }
  else if kind == "frac" { math.frac(inner(1), inner(2)) }
  else if kind == "stack" { math.vec(delim: none, inner(1), inner(2)) }
  else if kind == "sqrt" { math.sqrt(inner(1)) }
  else if kind == "root" { math.root(inner(2), inner(1)) }
  else if kind == "attach" { math.attach(inner(1), t: maybe(2), b: maybe(3)) }
  else if kind == "scripts" { math.scripts(inner(1)) }
  else if kind == "limits" { math.attach(math.limits(inner(1)), t: maybe(2), b: maybe(3)) }
  else if kind == "accent" { math.accent(inner(1), node.at(2)) }
  else if kind == "over" { math.overline(inner(1)) }
  else if kind == "under" { math.underline(inner(1)) }
  else if kind == "overbrace" { math.overbrace(inner(1)) }
  else if kind == "underbrace" { math.underbrace(inner(1)) }
  else if kind == "lr" { math.lr(node.slice(1).map(maths).join()) }
  else if kind == "mat" { math.mat(delim: none, align: if node.at(1) == "left" { left } else { center }, ..node.at(2).map(row => row.map(maths))) }
  else if kind == "space" { h(node.at(1) * 1em) }
  else if kind == "box" { box(stroke: 0.5pt, inset: 3pt, math.equation(inner(1))) }
}

#let inline(item, deep) = {
  if type(item) == str { return text(item) }
  let kind = item.k
  if kind == "t" {
    let out = if "code" in item { raw(item.t) } else { text(item.t) }
    if "sup" in item { out = super(out) }
    if "sub" in item { out = sub(out) }
    if "u" in item { out = underline(out) }
    if "s" in item { out = strike(out) }
    if "i" in item { out = emph(out) }
    if "b" in item { out = strong(out) }
    if "href" in item { out = link(item.href, out) }
    out
  } else if kind == "z" { box() }
  else if kind == "br" { linebreak() }
  else if kind == "img" {
    let shown = box(image("/" + item.file, width: item.w * 1pt, height: item.h * 1pt, alt: item.alt, fit: "stretch"))
    // An image without a description is decorative for screen readers.
    if item.alt == none { pdf.artifact(shown) } else { shown }
  } else if kind == "math" { math.equation(alt: item.alt, maths(item.x)) }
  else if kind == "note" {
    if "again" in item { footnote(label("note-" + str(item.n))) }
    else [#footnote(deep(data.notes.at(item.n), first: true))#label("note-" + str(item.n))]
  }
}
#let line(items, deep) = if type(items) == str { text(items) } else { for item in items { inline(item, deep) } }

#let direct(item, body) = {
  set text(dir: rtl) if "rtl" in item
  set text(font: leads.at(item.lead)) if "lead" in item
  body
}

#let cell(item, deep, weight) = if type(item) == str { text(weight: weight, item) } else {
  let body = if type(item.c) == str { direct(item, text(weight: weight, item.c)) } else { set text(weight: weight); deep(item.c) }
  let named = (:)
  if "span" in item { named.insert("colspan", item.span) }
  if "rows" in item { named.insert("rowspan", item.rows) }
  if "align" in item { named.insert("align", (left: left, center: center, right: right).at(item.align)) }
  table.cell(..named, body)
}

#let table-of(item, deep) = {
  set text(size: item.size * 1pt, hyphenate: false)
  set par(leading: 0.5em, spacing: 0.6em)
  if item.caption != none { block(sticky: true, below: 0.7em, strong(direct(item, text(item.caption)))) }
  let aligns = item.aligns.map(name => if name == "right" { right } else { start })
  let head = item.head
  table(
    columns: item.widths.map(width => width * 1pt),
    // A row more than the table has would be an empty one at its end.
    rows: if item.heights.len() == 0 { auto } else { (auto,) * head + item.heights.map(height => if height == none { auto } else { height * 1pt }) },
    align: (x, y) => aligns.at(x) + if y < head { horizon } else { top },
    inset: (x: item.inset * 1pt, y: item.inset * 0.8pt),
    stroke: (x, y) => if y + 1 == head { (bottom: 1pt + rgb("#9ca3af")) } else { (bottom: hairline) },
    fill: (x, y) => if y < head { rgb("#eef0f3") } else if calc.odd(y - head) { rgb("#fafafb") },
    ..if head > 0 { (table.header(repeat: "repeat" in item, ..item.header.map(entry => cell(entry, deep, "bold"))),) },
    ..item.cells.map(entry => cell(entry, deep, "regular")),
  )
}

#let blocks(items, first: false) = for (index, item) in items.enumerate() {
  let kind = item.k
  // Start a note next to its number, not below it.
  if kind == "p" and first and index == 0 { line(item.c, blocks) }
  else if kind == "p" {
    let body = direct(item, par(line(item.c, blocks)))
    if "align" in item {
      if item.align == "justify" { set par(justify: true); body }
      else { align((left: left, center: center, right: right).at(item.align), body) }
    } else { body }
  } else if kind == "h" { direct(item, heading(level: item.l, line(item.c, blocks))) }
  else if kind == "l" {
    let gap = if item.tight { 0.68em } else { 1.05em }
    let body = {
      set par(spacing: gap)
      if item.ordered { enum(start: item.start, tight: item.tight, spacing: gap, ..item.items.map(entry => enum.item(blocks(entry)))) }
      else {
        let sign = if "box" in item { (marker: box(height: 0.7em, move(dy: -0.09em, item.box))) } else { (:) }
        list(tight: item.tight, spacing: gap, ..sign, ..item.items.map(entry => list.item(blocks(entry))))
      }
    }
    direct(item, if "top" in item { block(above: 1.1em, below: 1.1em, body) } else { body })
  }
  else if kind == "ls" {
    let gap = if item.tight { 0.68em } else { 1.05em }
    block(above: if item.top { 1.1em } else { gap }, below: if item.top { 1.1em } else { gap }, { set par(spacing: gap); set block(spacing: gap); blocks(item.c) })
  }
  else if kind == "tb" { block(above: 1.3em, below: 1.4em, width: 100%, breakable: true, direct(item, table-of(item, blocks))) }
  else if kind == "wide" { page(flipped: true, blocks(item.c)) }
  else if kind == "c" {
    block(width: 100%, above: 1.2em, below: 1.2em, fill: ground, radius: 3pt, inset: (x: 0.8em, y: 0.75em), {
      set block(spacing: 0.52em)
      for part in item.parts { raw(part, block: true, lang: item.at("lang", default: none)) }
    })
  }
  else if kind == "eq" { math.equation(block: true, alt: item.alt, maths(item.x)) }
  else if kind == "q" { direct(item, quote(block: true, blocks(item.c))) }
  else if kind == "r" { block(above: 1.4em, below: 1.4em, width: 100%, std.line(length: 100%, stroke: hairline)) }
  else if kind == "pb" { pagebreak(weak: true) }
}

#if data.toc != none {
  direct(data.toc, outline(depth: 3, indent: 1.2em))
  pagebreak(weak: true)
}
#blocks(data.blocks)
`;

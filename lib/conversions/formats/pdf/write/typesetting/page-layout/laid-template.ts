/** The part of the Typst template (0.14) that shows blocks with page layout exactly as their data says. */
export const laidTemplate = `#let face-of(spec) = {
  let lead = if "lead" in spec { ((name: data.leads.at(spec.lead).first(), covers: regex("[^\\\\p{Latin}\\\\p{Greek}\\\\p{Cyrillic}]")),) } else { () }
  (
    font: lead + (spec.font,) + data.fonts, size: spec.size * 1pt, fill: rgb(spec.fill),
    top-edge: spec.te * 1pt, bottom-edge: spec.be * 1pt, tracking: spec.at("tracking", default: 0) * 1pt,
  )
}
#let faces = data.faces.map(face-of)
#let stroke-of(spec) = if spec == none { none } else { stroke(thickness: spec.at(0) * 1pt, paint: rgb(spec.at(1)), dash: spec.at(2)) }
#let faced(item, body) = {
  let spec = data.faces.at(item.f)
  let out = text(..faces.at(item.f), body)
  if "bg" in spec { highlight(fill: rgb(spec.bg), top-edge: "ascender", bottom-edge: "descender", out) } else { out }
}

// A tab extends to the next stop. Positions are in points from the left margin.
#let tabbed(items, style, deep) = context {
  let start = style.left + style.first
  let end = style.left + style.room
  let hanging = if style.first < 0 { ((style.left, "left", ""),) } else { () }
  let stops = style.at("tabs", default: ()) + hanging
  let next-stop(x) = {
    let found = stops.filter(stop => stop.at(0) > x + 0.01).sorted(key: stop => stop.at(0))
    if found.len() > 0 { found.first() } else { (calc.floor(x / 36 + 0.001) * 36 + 36, "left", "") }
  }
  let parts = ((),)
  for item in items {
    if type(item) != str and item.k == "tab" { parts.push(()) } else { parts.last().push(item) }
  }
  let x = start
  for (index, part) in parts.enumerate() {
    let shown = for item in part { deep(item) }
    let width = if shown == none or (index + 1 == parts.len() and index > 0 and stops.all(stop => stop.at(1) == "left")) { 0 } else { measure(shown).width / 1pt }
    if index > 0 {
      let (at, kind, leader) = next-stop(x)
      let stop = if at > end and kind != "left" { end } else { at }
      let before = if kind == "right" { width } else if kind == "center" { width / 2 } else { 0 }
      let gap = calc.max(0, stop - x - before)
      if leader == "" { h(gap * 1pt) } else { box(width: gap * 1pt, repeat(leader)) }
      x += gap
    }
    shown
    x += width
    if x > end and end > style.left { x = style.left + calc.rem(x - style.left, end - style.left) }
  }
}

#let laid-line(item, style, deep) = if type(item.c) == str { text(item.c) } else if "tab" in item { tabbed(item.c, style, deep) } else { for each in item.c { deep(each) } }

#let laid(item, deep) = {
  let style = data.styles.at(item.s)
  set text(..faces.at(style.face), dir: if "rtl" in item { rtl } else { ltr })
  let above = item.at("g", default: 0) * 1pt
  if item.c == "" and not ("stroke" in style or "fill" in style) {
    block(above: above, below: 0pt, height: style.line * 1pt, width: 100%, sticky: "sticky" in style)
  } else {
    let (near, far) = if "rtl" in item { ("right", "left") } else { ("left", "right") }
    let first = calc.min(0, style.first)
    let kind = style.align
    set par(
      leading: style.leading * 1pt, spacing: 0pt, justify: kind == "justify", linebreaks: "simple",
      first-line-indent: (amount: calc.max(0, style.first) * 1pt, all: true), hanging-indent: -first * 1pt,
    )
    set align((left: left, center: center, right: right).at(kind)) if kind in ("left", "center", "right")
    let inset = (:)
    inset.insert(near, (style.left + first) * 1pt)
    inset.insert(far, style.right * 1pt)
    let content = if item.c == "" { box(height: style.line * 1pt) } else { laid-line(item, style, deep) }
    let body = if "l" in item {
      // The heading's body is its bookmark. The rule replaces Typst's size and weight and shows the content.
      show heading: it => { set text(..faces.at(style.face), weight: "regular", hyphenate: false); par(leading: style.leading * 1pt, content) }
      heading(level: item.l, item.t)
    } else { par(content) }
    if "stroke" in style or "fill" in style {
      let sides = style.at("stroke", default: (none, none, none, none))
      let lines = ("top", "right", "bottom", "left").zip(sides.map(stroke-of)).to-dict()
      let edge(index) = if sides.at(index) == none { 0pt } else { sides.at(index).first() * 1pt + 1pt }
      body = block(width: 100%, spacing: 0pt, fill: if "fill" in style { rgb(style.fill) }, stroke: lines, inset: (top: edge(0), bottom: edge(2)), outset: (left: edge(3), right: edge(1)), body)
    }
    block(above: above, below: 0pt, width: 100%, inset: inset, sticky: "sticky" in style, breakable: not ("whole" in style), body)
  }
}

#let laid-cell(item, deep, pieces, line) = if item == "" { v(line) } else if type(item) == str { item } else if "strut" in item {
  table.cell(inset: 0pt, stroke: none, pdf.artifact(block(height: item.strut * 1pt, width: 0pt)))
} else {
  let named = (:)
  if "span" in item { named.insert("colspan", item.span) }
  if "rows" in item { named.insert("rowspan", item.rows) }
  if "fill" in item { named.insert("fill", rgb(item.fill)) }
  if "stroke" in item { named.insert("stroke", item.stroke.pairs().map(((side, spec)) => (side, stroke-of(spec))).to-dict()) }
  if "pad" in item { named.insert("inset", ("top", "right", "bottom", "left").zip(item.pad.map(side => side * 1pt)).to-dict()) }
  let across = if "align" in item { (left: left, center: center, right: right).at(item.align) } else { start }
  let down = (top: top, middle: horizon, bottom: bottom).at(item.at("va", default: "top"))
  let body = if "line" in item { for each in item.line { pieces(each) } } else if item.c == "" { v(line) } else if type(item.c) == str { item.c } else { deep(item.c) }
  if "f" in item { body = text(..faces.at(item.f), body) }
  table.cell(..named, align: across + down, body)
}

#let laid-table(item, deep, pieces) = {
  set text(..faces.at(item.face))
  set par(leading: 0pt, spacing: 0pt, linebreaks: "simple", justify: false)
  if item.caption != none { block(sticky: true, below: 2pt, above: 0pt, strong(item.caption)) }
  let face = data.faces.at(item.face)
  let line = (face.te - face.be) * 1pt
  let columns = item.widths.len()
  let rows = item.heights.len()
  let lines = item.lines.map(stroke-of)
  let (top-pad, right-pad, bottom-pad, left-pad) = item.pad.map(side => side * 1pt)
  let thickness(index) = if item.lines.at(index) == none { 0pt } else { item.lines.at(index).first() * 1pt }
  let body = table(
    columns: item.widths.map(width => width * 1pt),
    rows: item.heights.map(height => if height == none { auto } else { height * 1pt }),
    align: start + top,
    inset: (x, y) => (
      top: top-pad + thickness(if y == 0 { 0 } else { 4 }), bottom: bottom-pad + if y + 1 == rows { thickness(2) } else { 0pt },
      left: left-pad, right: right-pad,
    ),
    stroke: (x, y) => (
      top: lines.at(if y == 0 { 0 } else { 4 }), bottom: lines.at(if y + 1 == rows { 2 } else { 4 }),
      left: lines.at(if x == 0 { 3 } else { 5 }), right: lines.at(if x + 1 == columns { 1 } else { 5 }),
    ),
    ..if item.head > 0 { (table.header(repeat: "repeat" in item, ..item.header.map(entry => laid-cell(entry, deep, pieces, line))),) },
    ..item.cells.map(entry => laid-cell(entry, deep, pieces, line)),
  )
  if "align" in item { align((left: left, center: center, right: right).at(item.align), body) }
  else { pad(left: item.at("indent", default: 0) * 1pt, body) }
}

// Columns of equal height if the blocks fit on a page.
#let in-columns(item, body) = layout(size => {
  let gap = item.gap * 1pt
  let height = measure(block(width: (size.width - gap * (item.n - 1)) / item.n, body)).height
  let balanced = height / item.n + 24pt
  let shown = columns(item.n, gutter: gap, body)
  if balanced * 1.2 < size.height { block(height: balanced, spacing: 0pt, breakable: false, shown) } else { shown }
})

// The variant of a header or footer that a page shows.
#let variant-of(parts, index, number) = {
  let start = query(label("section-" + str(index)))
  let is-first = start.len() > 0 and here().page() == start.first().location().page()
  if "first" in parts and is-first { parts.first }
  else if "even" in parts and calc.even(number) { parts.even }
  else { parts.default }
}

#let section-of(part, index, deep) = context {
  let running = part.running
  let spec = page-arguments(part.page)
  let width = part.page.width * 1pt - spec.margin.left - spec.margin.right
  let most = part.page.height * 0.4pt
  let height-of(parts) = if parts == none { 0pt } else {
    calc.min(most, calc.max(..parts.values().map(blocks => measure(block(width: width, deep(blocks))).height)))
  }
  let above = running.above * 1pt
  let below = running.below * 1pt
  let high = height-of(running.header)
  let deep-part = height-of(running.footer)
  if running.header != none {
    spec.margin.top = calc.max(spec.margin.top, above + high)
    spec.header = context place(top + left, dy: above, block(width: width, height: most, clip: false, deep(variant-of(running.header, index, counter(page).get().first()))))
  }
  if running.footer != none {
    spec.margin.bottom = calc.max(spec.margin.bottom, below + deep-part)
    spec.footer = context place(bottom + left, dy: -below, block(width: width, deep(variant-of(running.footer, index, counter(page).get().first()))))
  }
  spec.header-ascent = 0pt
  spec.footer-descent = 0pt
  set page(..spec)
  [#metadata(none)#label("section-" + str(index))]
  if running.number != none { counter(page).update(running.number) }
  deep(part.blocks)
}
`;

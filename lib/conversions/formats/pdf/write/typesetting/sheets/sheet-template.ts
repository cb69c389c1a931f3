/** The part of the Typst template (0.14) that places the cells of printed sheets. */
export const sheetTemplate = `#let sheet-cell(cell) = {
  let (style, x, y, w, h, written) = cell.slice(0, 6)
  let spec = data.styles.at(style)
  let shift = if cell.len() > 6 { cell.at(6) } else { 0 }
  let body = if type(written) == str { text(written) } else { written.map(line => text(line)).join(linebreak()) }
  if "b" in spec { body = strong(body) }
  if "i" in spec { body = emph(body) }
  if "s" in spec { body = strike(body) }
  if "u" in spec { body = underline(body) }
  let across = (left: left, center: center, right: right, justify: left).at(spec.a)
  let down = (top: top, middle: horizon, bottom: bottom).at(spec.v)
  let wraps = "wrap" in spec
  let room = if wraps { calc.max(1, w - 2 * spec.p - spec.n) * 1pt } else { 14000pt }
  let inset = if spec.a == "right" { -spec.p - spec.n } else if spec.a == "center" { shift } else { spec.p + spec.n }
  set text(..faces.at(spec.face), dir: if "rtl" in spec { rtl } else { ltr }, hyphenate: false)
  set par(leading: 0pt, spacing: 0pt, justify: spec.a == "justify")
  place(top + left, dx: x * 1pt, dy: y * 1pt, block(width: w * 1pt, height: h * 1pt, clip: true,
    place(across + down, dx: inset * 1pt, block(width: room, align(across, body)))))
}
#let sheet-line((ends, spec, double)) = {
  let ((x0, y0), (x1, y1)) = (ends.slice(0, 2), ends.slice(2, 4))
  let draw(dx, dy, width) = place(top + left, std.line(
    start: ((x0 + dx) * 1pt, (y0 + dy) * 1pt), end: ((x1 + dx) * 1pt, (y1 + dy) * 1pt),
    stroke: stroke(thickness: width * 1pt, paint: rgb(spec.at(1)), dash: spec.at(2), cap: if double or spec.at(2) != "solid" { "butt" } else { "square" }),
  ))
  let width = spec.at(0)
  if double {
    let off = width / 3
    for sign in (-1, 1) { if y0 == y1 { draw(0, sign * off, off) } else { draw(sign * off, 0, off) } }
  } else { draw(0, 0, width) }
}
#let sheet-pane(pane) = {
  for ((x, y, w, h), colour) in pane.fills {
    place(top + left, dx: x * 1pt, dy: y * 1pt, rect(width: w * 1pt, height: h * 1pt, fill: rgb(colour), stroke: none))
  }
  for cell in pane.cells { sheet-cell(cell) }
  if pane.cut.len() > 0 {
    block(width: pane.w * 1pt, height: pane.h * 1pt, clip: true, above: 0pt, below: 0pt, for cell in pane.cut { sheet-cell(cell) })
  }
  for line in pane.lines { sheet-line(line) }
}
#let sheet-pages(item) = for (index, parts) in item.pages.enumerate() {
  if index > 0 { pagebreak() }
  for (pane, x, y) in parts {
    place(top + left, dx: x * 1pt, dy: y * 1pt, block(sheet-pane(item.panes.at(pane))))
  }
}
`;

/** The part of the Typst template (0.14) that draws slides. */
export const slideTemplate = `#let slide-stroke(spec) = stroke(thickness: spec.at(0) * 1pt, paint: rgb(spec.at(1)), dash: spec.at(2))

#let slide-outline(item) = {
  let named = (
    fill: if "fill" in item { rgb(item.fill) },
    stroke: if "stroke" in item { slide-stroke(item.stroke) },
  )
  let (width, height) = (item.w * 1pt, item.h * 1pt)
  if "points" in item {
    let points = item.points.map(point => (point.at(0) * 1pt, point.at(1) * 1pt))
    if "open" in item { named.fill = none }
    curve(..named, curve.move(points.first()), ..points.slice(1).map(point => curve.line(point)), ..if "open" not in item { (curve.close(),) })
  } else if "geo" not in item { rect(width: width, height: height, ..named) }
  else if item.geo == "ellipse" { ellipse(width: width, height: height, ..named) }
  else { rect(width: width, height: height, radius: calc.min(width, height) * item.geo, ..named) }
}

#let slide-image(item) = {
  let spec = item.img
  let radius = if "geo" not in item { 0pt } else if item.geo == "ellipse" { 50% } else { calc.min(item.w, item.h) * 1pt * item.geo }
  let shown = box(width: item.w * 1pt, height: item.h * 1pt, clip: true, radius: radius,
    place(top + left, dx: spec.x * 1pt, dy: spec.y * 1pt, image("/" + spec.file, width: spec.w * 1pt, height: spec.h * 1pt, alt: spec.alt, fit: "stretch")))
  if spec.alt == none { pdf.artifact(shown) } else { shown }
}

// The text is scaled as a whole until it fits, so that sizes and distances keep their proportions.
#let slide-text(item, deep) = context {
  let (above, right, below, left) = item.pad.map(side => side * 1pt)
  let (shift, width) = if "line" in item { (item.line.at(0) * 1pt, item.line.at(1) * 1pt) } else { (0pt, calc.max(1pt, item.w * 1pt - left - right)) }
  let height = item.h * 1pt - above - below
  // Uses the height of the text, because Typst would squeeze text that does not fit into the height of the shape.
  let body(factor, height: auto) = block(width: width / factor, height: height, deep(item.c))
  let height-of(factor) = measure(body(factor)).height * factor
  let factor = 1
  if "fit" in item and height > 0pt and height-of(1) > height + 1pt {
    let (low, high) = (0.2, 1)
    for _ in range(6) {
      let middle = (low + high) / 2
      if height-of(middle) > height { high = middle } else { low = middle }
    }
    factor = low
  }
  let needed = height-of(factor)
  let rest = height - needed
  let shown = body(factor, height: needed / factor)
  let down = (top: 0pt, middle: rest / 2, bottom: rest).at(item.at("va", default: "top"))
  place(top + std.left, dx: left + shift, dy: above + down, if factor == 1 { shown } else { scale(factor * 100%, origin: top + std.left, reflow: true, shown) })
}

#let slide-shape(item, deep) = {
  let shown = box(width: item.w * 1pt, height: item.h * 1pt, {
    if "fill" in item or ("stroke" in item and "img" not in item) { place(top + left, pdf.artifact(slide-outline(item))) }
    if "img" in item {
      place(top + left, slide-image(item))
      if "stroke" in item { place(top + left, pdf.artifact(slide-outline((..item, fill: "#ffffff00")))) }
    }
    if item.c.len() > 0 { slide-text(item, deep) }
  })
  place(top + left, dx: item.x * 1pt, dy: item.y * 1pt, if "rot" in item { rotate(item.rot * 1deg, shown) } else { shown })
}

#let slide(item, deep) = {
  let shown = box(width: item.w * 1pt, height: item.h * 1pt, fill: if "bg" in item { rgb(item.bg) }, clip: true, for shape in item.shapes { slide-shape(shape, deep) })
  place(top + left, dx: item.x * 1pt, dy: item.y * 1pt, if item.scale == 1 { shown } else { scale(item.scale * 100%, origin: top + left, reflow: true, shown) })
}
`;

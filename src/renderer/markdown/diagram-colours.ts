/** The colours of a diagram, as the library of diagrams names them, from the tokens of the theme in force. */
export function diagramColours(): Readonly<Record<string, string>> {
  const hexOf = tokenReader()
  const [canvas, box, line, text, note] = [
    hexOf('color-sunken'),
    hexOf('color-raised'),
    hexOf('color-fg-3'),
    hexOf('color-fg'),
    hexOf('color-side'),
  ]
  return {
    background: canvas,
    mainBkg: box,
    primaryColor: box,
    secondaryColor: note,
    tertiaryColor: canvas,
    primaryBorderColor: line,
    secondaryBorderColor: line,
    tertiaryBorderColor: line,
    nodeBorder: line,
    primaryTextColor: text,
    secondaryTextColor: text,
    tertiaryTextColor: text,
    textColor: text,
    lineColor: line,
    edgeLabelBackground: canvas,
    clusterBkg: note,
    clusterBorder: line,
    noteBkgColor: note,
    noteTextColor: text,
    noteBorderColor: line,
  }
}

/** Reads tokens as `#rrggbb`: the library cannot read the notation of the tokens, and a canvas can. */
function tokenReader(): (name: string) => string {
  const style = getComputedStyle(document.documentElement)
  const canvas = document.createElement('canvas')
  canvas.width = 1
  canvas.height = 1
  const pen = canvas.getContext('2d', { willReadFrequently: true })
  if (pen === null) throw new Error('There is no canvas to read colours with.')
  return (name) => {
    pen.fillStyle = style.getPropertyValue(`--${name}`).trim()
    pen.fillRect(0, 0, 1, 1)
    const [red = 0, green = 0, blue = 0] = pen.getImageData(0, 0, 1, 1).data
    return `#${[red, green, blue].map((part) => part.toString(16).padStart(2, '0')).join('')}`
  }
}

import DOMPurify from 'dompurify'
import mermaid from 'mermaid'
import { diagramColours } from './diagram-colours.ts'
import { isDrawable, MOST_CHARACTERS, MOST_EDGES } from './diagram-limits.ts'

export type DiagramImage = { readonly blob: Blob; readonly width: number; readonly height: number }

/** Draws a diagram in the colours of the theme, without scripts, links or anything fetched. Throws when it cannot. */
export async function diagramImage(source: string, id: string, dark: boolean): Promise<DiagramImage> {
  if (!isDrawable(source)) throw new RangeError('This diagram is too large to be drawn.')
  mermaid.initialize({
    startOnLoad: false,
    securityLevel: 'strict',
    suppressErrorRendering: true,
    theme: 'base',
    themeVariables: { darkMode: dark, ...diagramColours() },
    // The line of an edge would strike through its label.
    themeCSS: '.edgeLabel rect, .labelBkg { opacity: 1 !important; }',
    fontFamily: 'system-ui, sans-serif',
    htmlLabels: false,
    flowchart: { htmlLabels: false },
    maxTextSize: MOST_CHARACTERS,
    maxEdges: MOST_EDGES,
  })
  const { svg } = await mermaid.render(id, source)
  const clean = DOMPurify.sanitize(svg, { USE_PROFILES: { svg: true, svgFilters: true } })
  const [, , width = 640, height = 360] =
    /viewBox="([^"]+)"/
      .exec(clean)?.[1]
      ?.split(/[\s,]+/)
      .map(Number) ?? []
  const sized = clean.replace(/^<svg[^>]*>/, (tag) =>
    tag
      .replace(/\s(?:width|height|style)="[^"]*"/g, '')
      .replace('<svg', `<svg width="${width}" height="${height}"`),
  )
  return { blob: new Blob([sized], { type: 'image/svg+xml' }), width, height }
}

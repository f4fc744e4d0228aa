import type TurndownService from 'turndown'

/** Elements that are no content of a page. */
const NO_CONTENT = [
  'script',
  'style',
  'noscript',
  'template',
  'iframe',
  'object',
  'canvas',
  'svg',
  'form',
  'nav',
] as const

/** The converter, loaded with the first page. */
let converter: TurndownService | null = null

/** Converts a web page to Markdown. Links are absolute; scripts, styles and navigation are left out. */
export async function htmlToMarkdown(html: string, url: string): Promise<string> {
  const { default: Turndown } = await import('turndown')
  converter ??= createConverter(Turndown)
  const title = /<title[^>]*>([^<]*)<\/title>/i.exec(html)?.[1]?.trim() ?? ''
  const body = converter
    .turndown(withBase(html, url))
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
  const hasHeading = /^# /m.test(body)
  return title === '' || hasHeading ? body : `# ${converter.turndown(title)}\n\n${body}`
}

function createConverter(Turndown: typeof TurndownService): TurndownService {
  const made = new Turndown({ headingStyle: 'atx', codeBlockStyle: 'fenced', bulletListMarker: '-' })
  made.remove([...NO_CONTENT, 'head', 'title'] as unknown as TurndownService.Filter)
  made.addRule('cell', {
    filter: ['td', 'th'],
    replacement: (content) => ` ${content.replaceAll(/\s+/g, ' ').trim()} |`,
  })
  made.addRule('row', { filter: 'tr', replacement: (content) => `\n|${content}` })
  made.addRule('picture', {
    filter: 'img',
    // Addresses of pictures are long and say nothing to a model.
    replacement: (_, node) => {
      const alt = 'getAttribute' in node ? (node.getAttribute('alt') ?? '').trim() : ''
      return alt === '' ? '' : `[picture: ${alt}]`
    },
  })
  return made
}

/** Makes the addresses of links absolute. */
function withBase(html: string, url: string): string {
  return html.replaceAll(/(<a\b[^>]*?\bhref\s*=\s*)(["'])(.*?)\2/gi, (whole, before, quote, href) => {
    const decoded = String(href).replaceAll('&amp;', '&')
    if (decoded.startsWith('#') || !URL.canParse(decoded, url)) return whole
    return `${before}${quote}${new URL(decoded, url).href.replaceAll('"', '%22').replaceAll("'", '%27')}${quote}`
  })
}

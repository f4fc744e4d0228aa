import { posix } from 'node:path'

/** Something a page names: another by its title, or a file of the same folder. */
export type LinkTarget = { readonly kind: 'title' | 'file'; readonly target: string; readonly shown: string }

const MOST_LINKS = 500
const MOST_SHOWN = 300

const FENCED = /^ {0,3}(`{3,}|~{3,})[^\n]*\n[\s\S]*?(?:^ {0,3}\1[`~]*[ \t]*$|$(?![\s\S]))/gm
// Bounds keep a hostile text from being read over and over.
const CODE = /(`+)(?!`)[\s\S]{0,1000}?[^`]\1(?!`)/g
const NAMED = /\[\[([^[\]|#\n]{1,300})(?:#[^[\]|\n]{0,300})?(?:\|[^[\]\n]{0,300})?\]\]/g
const MARKDOWN = /(?<!!)\[[^[\]\n]{0,300}\]\(\s*<?([^)\s>]{1,1000})>?(?:\s+"[^"\n]*")?\s*\)/g

/** Returns the links of a page. `file` is its path in its folder; null for a page written in the app. */
export function linksOf(body: string, file: string | null): LinkTarget[] {
  const text = body.replaceAll(FENCED, '').replaceAll(CODE, '')
  const links = new Map<string, LinkTarget>()
  const add = (link: LinkTarget) => {
    if (links.size < MOST_LINKS) links.set(`${link.kind} ${link.target}`, link)
  }
  for (const [, title = ''] of text.matchAll(NAMED)) {
    const target = titleKey(title)
    if (target !== '') add({ kind: 'title', target, shown: title.trim() })
  }
  if (file === null) return [...links.values()]
  for (const [, address = ''] of text.matchAll(MARKDOWN)) {
    const target = fileIn(file, address)
    if (target !== null) add({ kind: 'file', target, shown: address.slice(0, MOST_SHOWN) })
  }
  return [...links.values()]
}

/** A title in the form in which titles are compared. */
export function titleKey(title: string): string {
  return title.normalize('NFKC').replaceAll(/\s+/g, ' ').trim().toLowerCase()
}

/** Returns the file in the same folder that an address links to; null for other targets. */
function fileIn(from: string, address: string): string | null {
  if (/^[a-z][a-z0-9+.-]*:|^[/\\#]/i.test(address)) return null
  const path = posix.normalize(posix.join(posix.dirname(from), decoded(address.replace(/[?#].*$/, ''))))
  return path.startsWith('../') || !/\.(?:md|markdown|txt|text|pdf)$/i.test(path) ? null : path
}

function decoded(address: string): string {
  try {
    return decodeURIComponent(address)
  } catch (error) {
    if (error instanceof URIError) return address
    throw error
  }
}

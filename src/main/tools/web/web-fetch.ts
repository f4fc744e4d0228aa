import { z } from 'zod'
import { AppError } from '#shared/errors.ts'
import { type PdfPages, pdfText } from '../read/pdf.ts'
import { defineTool, type Tool, type ToolResult } from '../tool.ts'
import type { PrivateHosts } from './guarded-lookup.ts'
import { hostAct } from './host-act.ts'
import { decoded, mediaTypeOf, readDocument, type WebDocument, type WebRequest } from './web-client.ts'
import description from './web-fetch.md?raw'
import { asWebData, webPages } from './web-pages.ts'

/** An absolute address without a password in it. */
export const WebAddress = z
  .string()
  .trim()
  .max(8_192)
  .refine(
    (text) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol),
    'must be an http or https address',
  )
  .refine((text) => !URL.canParse(text) || new URL(text).username === '', 'must not hold a name or password')

const FetchArgs = z.strictObject({ url: WebAddress, page: z.number().int().min(1).max(10_000).default(1) })

/** Converts HTML to Markdown outside the main thread. */
export type HtmlToMarkdown = (html: string, url: string, signal: AbortSignal) => Promise<string>

/** Reads the text of a PDF outside the main thread. */
export type PdfToText = (bytes: Uint8Array, signal: AbortSignal) => Promise<PdfPages>

type Deps = {
  readonly request: WebRequest
  readonly toMarkdown: HtmlToMarkdown
  readonly readPdf: PdfToText
  readonly privateHosts: PrivateHosts
  readonly now: () => number
}

/** Documents kept for their next pages, and for how long, in milliseconds. */
const MOST_KEPT = 8
const KEPT_MS = 15 * 60_000

type Kept = {
  readonly at: number
  readonly url: string
  readonly status: number
  readonly pages: readonly string[]
}

/** The tool that reads one web page. */
export function createWebFetchTool(deps: Deps): Tool {
  const kept = new Map<string, Kept>()
  return defineTool({
    name: 'web_fetch',
    title: 'Fetch page',
    description,
    schema: FetchArgs,
    parallel: true,
    access: 'read',
    plan: async ({ url }) => ({
      acts: [hostAct('web_fetch', new URL(url), true)],
      preview: { kind: 'args', text: url },
    }),
    run: async ({ url: asked, page }, context, signal) => {
      const key = `${context.sessionId} ${asked}`
      const known = kept.get(key)
      const isFresh = known !== undefined && page > 1 && deps.now() - known.at < KEPT_MS
      const found = isFresh ? known : await load(deps, new URL(asked), signal)
      if ('elsewhere' in found) {
        const text = `${asked} redirects to another host: ${found.elsewhere}\nFetch that address if it is what you want.`
        return { text, isError: false }
      }
      kept.delete(key)
      kept.set(key, found)
      const [oldest] = kept.keys()
      if (oldest !== undefined && kept.size > MOST_KEPT) kept.delete(oldest)
      return pageOf(found, page)
    },
  })
}

function pageOf({ url, status, pages }: Kept, page: number): ToolResult {
  const text = pages[page - 1]
  if (text === undefined) {
    return { text: `${url} has ${pages.length} pages; there is no page ${page}.`, isError: true }
  }
  const which = pages.length === 1 ? '' : ` (page ${page} of ${pages.length})`
  const said = status >= 400 ? `The server answered with status ${status}.\n` : ''
  return {
    text: `${said}${asWebData('web-page', `${url}${which}`, text.trim() === '' ? '(empty)' : text)}`,
    isError: status >= 400,
  }
}

async function load(
  deps: Deps,
  start: URL,
  signal: AbortSignal,
): Promise<Kept | { readonly elsewhere: string }> {
  const found = await readDocument(deps.request, start, deps.privateHosts, signal)
  if (found.kind === 'elsewhere') return { elsewhere: plainAddress(found.to) }
  const text = await textOf(found, deps, signal)
  return { at: deps.now(), url: found.url.href, status: found.status, pages: webPages(text) }
}

/** The longest address of a redirect that is named whole. */
const LONGEST_SHOWN = 2_000

/** An address without a password in it. Of a very long one only its host is named. */
function plainAddress(to: URL): string {
  const plain = new URL(to)
  plain.username = ''
  plain.password = ''
  return plain.href.length > LONGEST_SHOWN ? `${plain.origin}/…` : plain.href
}

async function textOf(
  { url, type, bytes }: Extract<WebDocument, { kind: 'document' }>,
  { toMarkdown, readPdf }: Pick<Deps, 'toMarkdown' | 'readPdf'>,
  signal: AbortSignal,
): Promise<string> {
  const kind = mediaTypeOf(type)
  if (/^(text\/html|application\/xhtml\+xml)$/.test(kind)) {
    return await toMarkdown(decoded(bytes, type), url.href, signal)
  }
  if (kind === 'application/pdf' || isPdf(bytes)) {
    // A copy: the reader takes plain bytes, and a buffer may be a part of a larger one.
    return pdfText(url.href, await readPdf(new Uint8Array(bytes), signal))
  }
  const isText = kind === '' || /^text\/|[/+](json|xml|yaml|toml|javascript|x-ndjson)$/.test(kind)
  if (isText && !bytes.subarray(0, 4_096).includes(0)) return decoded(bytes, type)
  throw AppError.forAgent(
    'tool.failed',
    `${url.href} is no text: ${kind === '' ? 'unknown type' : kind}, ${bytes.byteLength} bytes.`,
  )
}

/** Whether the bytes begin as a PDF. Servers often send one without its type. */
function isPdf(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.subarray(0, 5)).toString('latin1') === '%PDF-'
}

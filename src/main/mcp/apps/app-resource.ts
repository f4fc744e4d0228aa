import { z } from 'zod'

/** The largest page of a view, in bytes. */
const LARGEST_PAGE = 4 * 1024 * 1024

const Read = z.looseObject({
  contents: z
    .array(
      z.looseObject({
        mimeType: z.string().catch(''),
        text: z.string().optional().catch(undefined),
        blob: z.string().optional().catch(undefined),
      }),
    )
    .min(1),
})

/** Returns the page in a server's answer to `resources/read`; null for any other content. */
export function appPage(answer: unknown): Buffer | null {
  const read = Read.safeParse(answer)
  const found = read.data?.contents.find(({ mimeType }) =>
    /^text\/html\s*;\s*profile="?mcp-app"?$/i.test(mimeType.trim()),
  )
  if (found === undefined) return null
  const { text, blob } = found
  const html = text === undefined ? Buffer.from(blob ?? '', 'base64') : Buffer.from(text, 'utf8')
  return html.length === 0 || html.length > LARGEST_PAGE ? null : html
}

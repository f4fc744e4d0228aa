import { extractText, getDocumentProxy, getMeta } from 'unpdf'

const MOST_PAGES = 2_000

/** The text of a PDF, page by page. Null: it is none, is damaged, or wants a password. */
export async function readPdf(bytes: Uint8Array): Promise<{ title: string | null; pages: string[] } | null> {
  try {
    // A copy, since the reader takes what it is given away; scripts in a PDF are never run.
    const pdf = await getDocumentProxy(new Uint8Array(bytes), { isEvalSupported: false, verbosity: 0 })
    try {
      if (pdf.numPages > MOST_PAGES) return null
      const { text } = await extractText(pdf, { mergePages: false })
      const { info } = await getMeta(pdf)
      const title: unknown = info['Title']
      return { title: typeof title === 'string' ? title : null, pages: text }
    } finally {
      await pdf.destroy()
    }
  } catch (error) {
    // Whatever the reader trips over in a file of somebody else, the file is of no use.
    if (error instanceof Error) return null
    throw error
  }
}

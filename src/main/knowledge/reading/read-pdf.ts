import { extractText, getDocumentProxy, getMeta } from 'unpdf'

const MOST_PAGES = 2_000

/** The text of a PDF, or the reason it is unreadable. */
export type PdfText =
  | { readonly title: string | null; readonly pages: string[] }
  | 'broken_pdf'
  | 'locked_pdf'

/** The text of a PDF, page by page, or why there is none. */
export async function readPdf(bytes: Uint8Array): Promise<PdfText> {
  try {
    // A copy, since the reader takes what it is given away; scripts in a PDF are never run.
    const pdf = await getDocumentProxy(new Uint8Array(bytes), { isEvalSupported: false, verbosity: 0 })
    try {
      if (pdf.numPages > MOST_PAGES) return 'broken_pdf'
      const { text } = await extractText(pdf, { mergePages: false })
      const { info } = await getMeta(pdf)
      const title: unknown = info['Title']
      return { title: typeof title === 'string' ? title : null, pages: text }
    } finally {
      await pdf.destroy()
    }
  } catch (error) {
    // Any parser error means an unusable file.
    if (error instanceof Error) return error.name === 'PasswordException' ? 'locked_pdf' : 'broken_pdf'
    throw error
  }
}

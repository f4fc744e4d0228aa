import { AppError } from '#shared/errors.ts'
import type { ToolContext } from '../tool.ts'

/** The text of a PDF by pages, or why there is none. */
export type PdfPages = readonly string[] | 'broken_pdf' | 'locked_pdf' | 'large_pdf' | 'slow_pdf'

/** Reads a PDF away from this thread, within limits of time and memory. */
export type ReadPdf = (
  context: Pick<ToolContext, 'callId'>,
  bytes: Uint8Array,
  signal: AbortSignal,
) => Promise<PdfPages>

/** Larger PDFs are not read, in bytes. */
export const LARGEST_PDF = 64 * 1024 * 1024

const WHY = {
  broken_pdf: 'is a PDF that cannot be read: it is damaged, or has too many pages',
  locked_pdf: 'is a PDF with a password',
  large_pdf: 'is a PDF that takes too much memory to read',
  slow_pdf: 'is a PDF that takes too long to read',
} as const

/** Words the pages of a PDF. Throws, worded for the model, where there is no text. */
export function pdfText(shown: string, pages: PdfPages): string {
  if (typeof pages === 'string') throw AppError.forAgent('tool.failed', `${shown} ${WHY[pages]}.`)
  if (pages.every((page) => page.trim() === '')) {
    const text = `${shown} is a PDF of ${pages.length} pages without text: its pages are pictures.`
    throw AppError.forAgent('tool.failed', text)
  }
  return pages.map((page, at) => `--- page ${at + 1} of ${pages.length} ---\n${page.trimEnd()}\n`).join('\n')
}

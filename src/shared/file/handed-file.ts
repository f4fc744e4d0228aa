import { z } from 'zod'

/**
 * The ways to look at a handed file: `picture` and `text` in the chat, `document` in a program of the system. An
 * `other` file is never opened, because opening it may run it.
 */
export const HandedPreview = z.enum(['picture', 'text', 'document', 'other'])
export type HandedPreview = z.infer<typeof HandedPreview>

/** The beginning of a handed text. */
export type HandedText = { readonly text: string; readonly isCut: boolean }

/** Endings of files that the system's program shows and that run nothing of their own. */
const DOCUMENTS: ReadonlySet<string> = new Set([
  ...['pdf', 'docx', 'xlsx', 'pptx', 'odt', 'ods', 'odp', 'rtf', 'epub'],
  ...['png', 'jpg', 'jpeg', 'gif', 'webp', 'bmp', 'tif', 'tiff'],
  ...['mp3', 'wav', 'ogg', 'flac', 'm4a', 'mp4', 'webm', 'mov', 'mkv'],
])

/** Whether the name of a file ends like that of a document. */
export const isDocumentName = (name: string): boolean => {
  const ending = /\.([a-z0-9]+)$/i.exec(name)?.[1]
  return ending !== undefined && DOCUMENTS.has(ending.toLowerCase())
}

import { AppError } from '#shared/errors.ts'
import type { SavedFile } from '#shared/file/project-file.ts'
import type { Formatted } from '#shared/problems/formatted.ts'
import type { Located } from '../tools/files/locate-path.ts'
import { saveFile } from './save-file.ts'

type Saved = Extract<SavedFile, { saved: true }>

type Formatting = {
  /** The file that was saved, and its path as the person gave it. */
  readonly file: Located
  readonly path: string
  readonly saved: Saved
  readonly format: (text: string) => Promise<Formatted>
}

/**
 * Formats a file that was saved, as a second save. The first one stays whatever happens here: a failure is part of the
 * answer, and a file that changed meanwhile is left alone.
 */
export async function formatSaved(
  { file, path, saved, format }: Formatting,
  signal: AbortSignal,
): Promise<Saved> {
  const { text: before, sha256: base } = saved.file
  let by = ''
  try {
    const formatted = await format(before)
    if (formatted.state !== 'changed') return { ...saved, formatting: formatted }
    by = formatted.by
    const text = formatted.text.replaceAll('\r\n', '\n')
    if (text === before) return { ...saved, formatting: { state: 'same' } }
    const again = await saveFile(file, { path, text, base }, signal)
    return again.saved ? { ...again, formatting: { state: 'changed', by } } : saved
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const { message: detail, said = [] } = error.toData()
    return { ...saved, formatting: { state: 'failed', by, detail, said } }
  }
}

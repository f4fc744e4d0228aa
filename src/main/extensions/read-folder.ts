import type { Dirent } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { FILE_NAME } from '#shared/agent/definition.ts'
import type { FileProblem } from '#shared/agent/file-problem.ts'
import { AppError } from '#shared/errors.ts'
import { say, type Told, tell } from '#shared/sentences.ts'
import { isErrno } from '../lib/errno.ts'

/** A folder of definitions or skills. `within` bounds what its links may lead to; null is no bound. */
export type SourceFolder = {
  readonly source: 'user' | 'project'
  readonly path: string
  readonly within: string | null
  /** Whether its files were written for another program. */
  readonly isForeign?: boolean
}

/** The contents of a folder in name order, with the invalid files. */
export type Layer<T> = { readonly items: readonly T[]; readonly problems: readonly FileProblem[] }

export const NO_LAYER: Layer<never> = { items: [], problems: [] }

const MOST_ENTRIES = 500

/** One thing of a folder on its way to being read. */
export type Candidate = { readonly id: string; readonly file: string }

/** The result for one candidate: the item, an error, or null when nothing is there. */
export type Reading<T> = { readonly item: T } | { readonly why: Told } | null

/** Returns the definition that a Markdown file of a folder holds; null for hidden files and the README. */
export function markdownCandidate(folder: string, name: string): Candidate | null {
  if (!name.endsWith('.md') || name.startsWith('.') || name === 'README.md') return null
  return { id: name.slice(0, -'.md'.length), file: join(folder, name) }
}

/**
 * Reads a folder of named things. What one of them has wrong never keeps the others from being used. `candidateOf`
 * says which entries count: null for one that is none.
 */
export async function readFolder<T>(
  folder: SourceFolder,
  candidateOf: (entry: Dirent) => Candidate | null,
  read: (candidate: Candidate) => Promise<Reading<T>>,
): Promise<Layer<T>> {
  const { source } = folder
  const candidates = (await entriesOf(folder.path))
    .flatMap((entry) => candidateOf(entry) ?? [])
    .sort((a, b) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0))
  const items: T[] = []
  const problems: FileProblem[] = []
  for (const [at, candidate] of candidates.entries()) {
    const { id, file } = candidate
    if (at >= MOST_ENTRIES) {
      const { text: message, said } = tell(say('source.mostRead', { count: String(MOST_ENTRIES) }))
      problems.push({ id: null, source, file, message, said })
      break
    }
    if (!FILE_NAME.test(id) || id.length > 80) {
      const { text: message, said } = tell(say('source.badName'), ...renaming(id))
      problems.push({ id: null, source, file, message, said })
      continue
    }
    const reading = await readOne(candidate, read)
    if (reading === null) continue
    if ('item' in reading) items.push(reading.item)
    else problems.push({ id, source, file, message: reading.why.text, said: reading.why.said })
  }
  return { items, problems }
}

/** Returns a suggested valid file name, if the current name has usable characters. */
function renaming(id: string) {
  const name = id
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, 80)
    .replaceAll(/^[-]+|[-]+$/g, '')
  return FILE_NAME.test(name) ? [say('source.rename', { name })] : []
}

async function readOne<T>(candidate: Candidate, read: (candidate: Candidate) => Promise<Reading<T>>) {
  try {
    return await read(candidate)
  } catch (error) {
    if (error instanceof AppError) return { why: error.told() }
    throw error
  }
}

/** A folder that is not there holds nothing. */
async function entriesOf(path: string): Promise<Dirent[]> {
  try {
    return await readdir(path, { withFileTypes: true })
  } catch (error) {
    if (isErrno(error)) return []
    throw error
  }
}

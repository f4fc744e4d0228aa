import { readFile, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { z } from 'zod'
import { AppError } from '#shared/errors.ts'
import {
  type MemoryExported,
  type MemoryFilter,
  type MemoryImported,
  type MemoryItem,
  type MemoryScope,
  MemoryText,
} from '#shared/memory/memory.ts'
import { parseJson } from '#shared/parse-json.ts'
import { englishOf, say } from '#shared/sentences.ts'
import { isErrno } from '../lib/errno.ts'
import { writeFileAtomic } from '../lib/files/atomic-file.ts'
import type { ListRows } from './list-rows.ts'
import type { Memory } from './memory.ts'

type Deps = {
  readonly memory: Pick<Memory, 'take' | 'byKey' | 'mayKeep'>
  readonly lists: Pick<ListRows, 'page'>
  readonly now: () => number
}

const EVERYTHING = 1_000_000
/** A larger file is not one of memories. */
const MOST_BYTES = 64 * 1024 * 1024
const MOST_REFUSALS_TOLD = 3

/** Files of others may say more, or leave out the tags. */
const Line = z.looseObject({ ...MemoryText.shape, tags: MemoryText.shape.tags.default([]) })

/** Writes memories into files, one JSON object a line, and reads them from there. */
export function createMemoryTransfer({ memory, lists, now }: Deps) {
  return {
    /** Writes the file whole or not at all. */
    write: async (filter: MemoryFilter, path: string): Promise<MemoryExported> => {
      const items = lists.page(filter, now(), { limit: EVERYTHING, offset: 0 })
      const text = items.map((item) => `${JSON.stringify(lineOf(item))}\n`).join('')
      await writeFileAtomic(path, text).catch((error: unknown) => {
        throw AppError.saying('memory.storage', say('file.unwritable', { path, code: codeOf(error) }), {
          cause: error,
        })
      })
      return { fileName: basename(path), count: items.length }
    },
    /** Takes every line that can be kept, as one change. */
    read: async (path: string, scope: MemoryScope): Promise<MemoryImported> => {
      const lines = (await textOf(path)).split('\n')
      const texts = new Map<string, MemoryText>()
      const refused: string[] = []
      let same = 0
      lines.forEach((raw, index) => {
        if (raw.trim() === '') return
        const text = parsed(raw)
        const line = String(index + 1)
        if (text === null) refused.push(englishOf([say('memory.badLine', { line })]))
        else if (!memory.mayKeep(text)) refused.push(englishOf([say('memory.secretLine', { line })]))
        else if (memory.byKey(scope, text.key)?.content === text.content) same += 1
        else texts.set(text.key, text)
      })
      if (texts.size + same === 0) throw AppError.saying('memory.refused', say('memory.notMemories'))
      const entries = [...texts.values()].map((text) => ({ scope, text }))
      const changeId = entries.length === 0 ? null : memory.take(entries).changeId
      const first = refused.slice(0, MOST_REFUSALS_TOLD)
      return { changeId, added: entries.length, same, refused: { count: refused.length, first } }
    },
  }
}

export type MemoryTransfer = ReturnType<typeof createMemoryTransfer>

function lineOf({ key, content, tags, scope, author, source, createdAt, updatedAt }: MemoryItem) {
  return { key, content, tags, scope, author, source, createdAt, updatedAt }
}

/** Null: not a memory. */
function parsed(raw: string): MemoryText | null {
  try {
    const { data } = Line.safeParse(parseJson(raw))
    return data === undefined ? null : { key: data.key, content: data.content, tags: data.tags }
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}

async function textOf(path: string): Promise<string> {
  try {
    const { size } = await stat(path)
    if (size > MOST_BYTES) throw AppError.saying('memory.refused', say('file.tooLarge', { size: '64 MB' }))
    return await readFile(path, 'utf8')
  } catch (error) {
    if (error instanceof AppError) throw error
    throw AppError.saying('memory.storage', say('file.unreadable', { path, code: codeOf(error) }), {
      cause: error,
    })
  }
}

function codeOf(error: unknown): string {
  return isErrno(error) ? error.code : '?'
}

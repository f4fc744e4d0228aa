import { basename } from 'node:path'
import { AppError } from '#shared/errors.ts'
import type { PageDetail, PageExported } from '#shared/knowledge/page.ts'
import { say } from '#shared/sentences.ts'
import { writeFileAtomic } from '../lib/atomic-file.ts'

const MOST_NAME = 80

/** Writes a page into a file, as it would be read from one: whole or not at all. */
export async function writePageFile(detail: PageText, path: string): Promise<PageExported> {
  await writeFileAtomic(path, markdownOf(detail)).catch((error: unknown) => {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'EIO'
    throw AppError.saying('memory.storage', say('file.unwritable', { path, code }), { cause: error })
  })
  return { fileName: basename(path) }
}

/** What the file is proposed to be called. Nothing in it leads out of its folder. */
export function pageFileName(title: string): string {
  const name = title
    .replaceAll(/[\p{Cc}\p{Cf}/\\:*?"<>|]+/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .replace(/^[.\s]+/, '')
    .slice(0, MOST_NAME)
    .replace(/[\ud800-\udbff]$/, '')
    .trim()
  return `${name === '' ? 'page' : name}.md`
}

type PageText = { readonly page: Pick<PageDetail['page'], 'title' | 'tags'>; readonly body: string }

/** JSON is YAML, and stays on one line whatever a title holds. */
function markdownOf({ page: { title, tags }, body }: PageText): string {
  const head = [
    `title: ${JSON.stringify(title)}`,
    ...(tags.length === 0 ? [] : [`tags: ${JSON.stringify(tags)}`]),
  ]
  return `---\n${head.join('\n')}\n---\n${body}`
}

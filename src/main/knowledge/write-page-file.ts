import { writeFile } from 'node:fs/promises'
import { basename, join, parse } from 'node:path'
import { AppError } from '#shared/errors.ts'
import type { PageId } from '#shared/ids.ts'
import type { PageDetail, PageExported } from '#shared/knowledge/page.ts'
import { say } from '#shared/sentences.ts'
import { codeOf, isErrno } from '../lib/errno.ts'
import { writeFileAtomic } from '../lib/files/atomic-file.ts'

const MOST_NAME = 80

/** Writes a page into a file, as it would be read from one: whole or not at all. */
export async function writePageFile(detail: PageText, path: string): Promise<PageExported> {
  await writeFileAtomic(path, markdownOf(detail)).catch(unwritable(path))
  return { fileName: basename(path), count: 1 }
}

/** Writes pages to files of a folder, named by their titles. Existing files are not overwritten. */
export async function writePageFiles(
  ids: readonly PageId[],
  detailOf: (id: PageId) => PageText,
  folder: string,
): Promise<PageExported> {
  for (const id of ids) {
    const detail = detailOf(id)
    await writeBeside(folder, pageFileName(detail.page.title), markdownOf(detail))
  }
  return { fileName: basename(folder), count: ids.length }
}

/** Writes a file that is not there yet, with a number in its name where that one is. */
async function writeBeside(folder: string, name: string, text: string): Promise<void> {
  const { name: stem, ext } = parse(name)
  for (let number = 1; ; number += 1) {
    const path = join(folder, number === 1 ? name : `${stem} (${number})${ext}`)
    try {
      return await writeFile(path, text, { flag: 'wx' })
    } catch (error) {
      if (!isErrno(error, 'EEXIST')) unwritable(path)(error)
    }
  }
}

function unwritable(path: string) {
  return (error: unknown): never => {
    throw AppError.saying('memory.storage', say('file.unwritable', { path, code: codeOf(error) ?? 'EIO' }), {
      cause: error,
    })
  }
}

/** Returns a safe file name for a title. It cannot lead out of its folder. */
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

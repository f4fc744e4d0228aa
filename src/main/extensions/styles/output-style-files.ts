import { basename } from 'node:path'
import { z } from 'zod'
import { LONGEST_STYLE_NAME, type OutputStyle } from '#shared/agent/output-style.ts'
import { AppError } from '#shared/errors.ts'
import { say, tell } from '#shared/sentences.ts'
import { readLooseHeader } from '../foreign/loose-header.ts'
import { type Layer, markdownCandidate, readFolder, type SourceFolder } from '../read-folder.ts'
import { readTextFile } from '../text-file.ts'

/** The keys of a style file that have a meaning here. Other programs may write more. */
const Header = z.looseObject({
  name: z.exactOptional(z.string().trim().min(1).max(LONGEST_STYLE_NAME)),
  description: z.exactOptional(z.string().trim().max(1_000)),
})

/** Reads a folder of output styles: each is one Markdown file. */
export function readStyleFolder(folder: SourceFolder): Promise<Layer<OutputStyle>> {
  const { path, within, source } = folder
  return readFolder(
    folder,
    ({ name }) => markdownCandidate(path, name),
    async ({ id, file }) => {
      const shown = basename(file)
      const read = await readTextFile(file, { within, shown })
      if (read === null) return null
      if (!read.ok) return { why: tell(read.why) }
      const { header, body } = await readLooseHeader(Header, read.text, { name: shown, noun: 'skill' })
      if (body === '') throw AppError.saying('config.invalid', say('skill.empty', { file: shown }))
      const { name = id, description = '' } = header
      return { item: { name: oneLine(name), description: oneLine(description), source, file, text: body } }
    },
  )
}

const oneLine = (text: string): string => text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ').trim()

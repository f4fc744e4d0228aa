import type { Dirent } from 'node:fs'
import { lstat, opendir, readlink } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { AppError } from '#shared/errors.ts'
import { hasCode } from '../../lib/has-code.ts'
import { planOfLook } from '../files/file-acts.ts'
import { sizeText } from '../files/file-kind.ts'
import { type Located, locatePath, mustStillLead } from '../files/locate-path.ts'
import { type PathFlavour, placeOf } from '../files/project-path.ts'
import { existingAt, explained } from '../files/stored-file.ts'
import { createSight } from '../permission/sight.ts'
import { defineTool, type Tool } from '../tool.ts'
import description from './list.md?raw'

const MOST_SHOWN = 500
const MOST_COUNTED = 100_000

const ListArgs = z.strictObject({ path: z.string().default('.') })

/** Shows one level of a folder. */
export function createListTool(deps: { flavour: PathFlavour }): Tool {
  return defineTool({
    name: 'list',
    title: 'List',
    description,
    schema: ListArgs,
    parallel: true,
    access: 'read',
    early: true,
    plan: async (args, { root }) => {
      const { flavour } = deps
      return await planOfLook('list', await locatePath(root, args.path, flavour), { root, flavour })
    },
    run: async (args, context, signal, fresh) => {
      const folder = fresh?.place ?? (await locatePath(context.root, args.path, deps.flavour))
      if ((await existingAt(folder)).kind === 'file') {
        throw AppError.forAgent('tool.failed', `${folder.shown} is a file. Use read to see what is in it.`)
      }
      const sight = createSight(context.judge)
      const mayName = ({ name }: Dirent) =>
        sight.mayName(placeOf(context.root, join(folder.absolute, name), deps.flavour))
      const entries = (await entriesOf(folder, signal)).filter(mayName).sort(foldersFirst)
      await mustStillLead(context.root, args.path, folder, deps.flavour)
      const lines = await Promise.all(entries.slice(0, MOST_SHOWN).map((entry) => lineOf(folder, entry)))
      if (entries.length === 0) lines.push('(the folder is empty)')
      if (entries.length > MOST_SHOWN) lines.push(`(${entries.length - MOST_SHOWN} more entries not shown)`)
      return {
        text: [`${folder.shown}:`, ...lines].join('\n'),
        isError: false,
        details: { kind: 'list', path: folder.shown, entries: entries.length },
      }
    },
  })
}

async function entriesOf(folder: Located, signal: AbortSignal): Promise<Dirent[]> {
  const entries: Dirent[] = []
  try {
    for await (const entry of await opendir(folder.absolute)) {
      signal.throwIfAborted()
      entries.push(entry)
      if (entries.length === MOST_COUNTED) break
    }
  } catch (error) {
    throw explained(error, folder.shown)
  }
  return entries
}

function foldersFirst(left: Dirent, right: Dirent): number {
  const rank = Number(right.isDirectory()) - Number(left.isDirectory())
  return rank !== 0 ? rank : left.name.localeCompare(right.name, 'en', { numeric: true })
}

async function lineOf(folder: Located, entry: Dirent): Promise<string> {
  const absolute = join(folder.absolute, entry.name)
  if (entry.isDirectory()) return `${entry.name}/`
  try {
    if (entry.isSymbolicLink()) return `${entry.name} -> ${await readlink(absolute)}`
    return entry.isFile()
      ? `${entry.name}  ${sizeText((await lstat(absolute)).size)}`
      : `${entry.name} (special)`
  } catch (error) {
    // It may have gone since the folder was read; its name is still worth showing.
    if (hasCode(error, 'ENOENT', 'EACCES', 'EPERM')) return entry.name
    throw error
  }
}

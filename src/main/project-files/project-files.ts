import { dirname } from 'node:path'
import { AppError } from '#shared/errors.ts'
import type {
  FileMatches,
  FolderEntries,
  OpenedFile,
  ReadOnlyReason,
  SavedFile,
} from '#shared/file/project-file.ts'
import type { ProjectId } from '#shared/ids.ts'
import type { Formatted } from '#shared/problems/formatted.ts'
import type { Project } from '#shared/project/project.ts'
import { mayAct } from '#shared/project/trust.ts'
import { say } from '#shared/sentences.ts'
import type { Located } from '../tools/files/locate-path.ts'
import type { PathFlavour } from '../tools/files/project-path.ts'
import type { SearchDeps } from '../tools/search/list-files.ts'
import { forPerson, isGuarded, placeIn } from './file-place.ts'
import { findLines, type Sought } from './find-lines.ts'
import { formatSaved } from './format-saved.ts'
import { createKeptTexts, type DraftRows } from './kept-texts.ts'
import { listFolders } from './list-folders.ts'
import { readFile } from './read-file.ts'
import { saveFile } from './save-file.ts'

type Deps = SearchDeps & {
  /** Returns a project whose folder exists. */
  readonly project: (id: ProjectId) => Promise<Project>
  readonly flavour: PathFlavour
  readonly drafts: DraftRows
  /** Returns a saved text as the project formats it. */
  readonly format: (of: Project, file: Located, text: string, signal: AbortSignal) => Promise<Formatted>
  /** Called after a file was written. */
  readonly changed: (id: ProjectId) => void
}

/** The files of projects, for the person: reading them runs nothing, saving needs trust. */
export type ProjectFiles = ReturnType<typeof createProjectFiles>

export function createProjectFiles(deps: Deps) {
  const { project, flavour, changed } = deps
  const kept = createKeptTexts(deps.drafts)
  const inOrder = createOrder()
  const at = (id: ProjectId, path: string, work: (file: Located, of: Project) => Promise<OpenedFile>) =>
    forPerson(path, async () => {
      const of = await project(id)
      return work(await placeIn(of.path, path, flavour), of)
    })
  const open = (id: ProjectId, path: string): Promise<OpenedFile> =>
    at(id, path, async (file, of) => readFile(file, path, await reasonIn(file, of, flavour)))
  return {
    open,
    /** Returns the fingerprints of text files; null for those that are gone or no text. */
    stamps: async (id: ProjectId, paths: readonly string[]): Promise<readonly (string | null)[]> => {
      const stamps: (string | null)[] = []
      for (const path of paths) stamps.push(await stampOf(() => open(id, path)))
      return stamps
    },
    /** Writes a text over the file with the fingerprint `base`. Throws an `AppError` in projects without trust. */
    save: async (
      id: ProjectId,
      saving: { readonly path: string; readonly text: string; readonly base: string | null },
      signal: AbortSignal,
    ): Promise<SavedFile> => {
      const { path } = saving
      const saved = await forPerson(path, async () => {
        const of = await project(id)
        if (!mayAct(of)) throw AppError.saying('ipc.refused', say('projectFile.noTrust'))
        const file = await placeIn(of.path, path, flavour)
        if (await isGuarded(file, of.path, flavour))
          throw AppError.saying('ipc.refused', say('projectFile.guarded', { path }))
        return await inOrder(async () => {
          const done = await saveFile(file, saving, signal)
          if (!done.saved) return done
          const format = (text: string) => deps.format(of, file, text, signal)
          return await formatSaved({ file, path, saved: done, format }, signal)
        })
      })
      if (saved.saved) changed(id)
      return saved
    },
    keep: kept.keep,
    kept: kept.list,
    find: async (id: ProjectId, sought: Sought, signal: AbortSignal): Promise<FileMatches> =>
      findLines(deps, (await project(id)).path, sought, signal),
    /** Lists folders, `.` for that of the project; null for one that is gone. */
    folders: (
      id: ProjectId,
      paths: readonly string[],
      signal: AbortSignal,
    ): Promise<readonly (FolderEntries | null)[]> =>
      forPerson('.', async () => listFolders(deps, (await project(id)).path, paths, signal)),
    /** Returns the full path of a file, or of the project's folder for null. */
    fullPath: (id: ProjectId, path: string | null): Promise<string> =>
      forPerson(path ?? '', async () => {
        const of = await project(id)
        return path === null ? of.path : (await placeIn(of.path, path, flavour)).absolute
      }),
    /** Returns the folder of a file. */
    folderOf: (id: ProjectId, path: string): Promise<string> =>
      forPerson(path, async () => dirname((await placeIn((await project(id)).path, path, flavour)).absolute)),
  }
}

async function reasonIn(file: Located, of: Project, flavour: PathFlavour): Promise<ReadOnlyReason | null> {
  if (!mayAct(of)) return 'trust'
  return (await isGuarded(file, of.path, flavour)) ? 'guarded' : null
}

async function stampOf(open: () => Promise<OpenedFile>): Promise<string | null> {
  try {
    const file = await open()
    return file.kind === 'text' ? file.sha256 : null
  } catch (error) {
    if (error instanceof AppError) return null
    throw error
  }
}

/** Runs one piece of work after the other, so that two windows do not save a file at once. */
function createOrder() {
  let last: Promise<unknown> = Promise.resolve()
  return <T>(work: () => Promise<T>): Promise<T> => {
    const next = last.then(work, work)
    last = next.catch(() => undefined)
    return next
  }
}

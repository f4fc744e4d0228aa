import { AppError } from '#shared/errors.ts'
import type { AppEvent } from '#shared/events/delivery.ts'
import type { ProjectId } from '#shared/ids.ts'
import type { Project } from '#shared/project/project.ts'
import { say } from '#shared/sentences.ts'
import type { Clock } from '../lib/clock.ts'
import type { NewId } from '../lib/ids.ts'
import { canonicalFolder, registeredAs } from './canonical-folder.ts'
import type { FolderReader } from './folder-reader.ts'
import type { PathRules } from './paths.ts'
import { describeProject, isFolderThere } from './project-state.ts'
import type { ProjectRow, ProjectRows } from './rows.ts'
import { trustedContent } from './trusted-content.ts'
import { inParallel } from './within.ts'

type Deps = {
  readonly rows: ProjectRows
  readonly reader: FolderReader
  readonly rules: PathRules
  readonly home: string
  readonly clock: Pick<Clock, 'now' | 'after'>
  readonly newId: NewId
  readonly tell: (event: AppEvent) => void
  /** Ends with the app. */
  readonly signal: AbortSignal
  /** Whether the code of every folder counts as refused, whatever the person answered. */
  readonly trustsNothing?: boolean
}

/** A project's folder, as far as its row tells. */
export type ProjectFolder = Pick<Project, 'id' | 'name' | 'path'>

type Op = Extract<AppEvent, { kind: 'project.changed' }>['op']

/** The folders the person works on. Nothing here ever changes a folder. */
export type Projects = ReturnType<typeof createProjects>

export function createProjects(deps: Deps) {
  const { rows, tell } = deps
  const show = createShow(deps)

  const rowOf = (id: ProjectId): ProjectRow => {
    const row = rows.one(id)
    if (row === null) throw AppError.saying('project.not_found', say('project.unlisted'))
    return row
  }
  const changed = (projectId: ProjectId, op: Op) => tell({ kind: 'project.changed', projectId, op })

  const insert = (path: string): Promise<Project> => {
    const now = deps.clock.now()
    const id = deps.newId('project')
    rows.insert({
      id,
      path_canonical: path,
      name: deps.rules.nameOf(path),
      last_opened_at: now,
      created_at: now,
    })
    changed(id, 'added')
    return show(rowOf(id))
  }

  return {
    list: (): Promise<readonly Project[]> => inParallel(rows.all(), 8, show),
    get: (id: ProjectId): Promise<Project> => show(rowOf(id)),
    /** The name of a project, without a look at its folder; null for one that was removed. */
    nameOf: (id: ProjectId): string | null => rows.one(id)?.name ?? null,
    /** The stored path of a project, without a look at its folder; null for one that was removed. */
    pathOf: (id: ProjectId): string | null => rows.one(id)?.path_canonical ?? null,
    /** The folder of a project to work in, after one look at it. Throws an `AppError` when it is missing. */
    folderOf: async (id: ProjectId): Promise<ProjectFolder> => {
      const row = rowOf(id)
      const isMissing = !(await isFolderThere(row.path_canonical, deps))
      show.noteMissing(id, isMissing)
      const folder = { id, name: row.name, path: row.path_canonical }
      if (isMissing) throw missing(folder, deps)
      return folder
    },
    /** The project, when its folder is there to work in. */
    usable: async (id: ProjectId): Promise<Project> => {
      const project = await show(rowOf(id))
      if (project.missing) throw missing(project, deps)
      return project
    },
    /** Registers a folder the person named. The same folder under another spelling is the same project. */
    add: async (typed: string): Promise<Project> => {
      const { path, existing } = await findFolder(typed, deps)
      if (existing !== null) throw alreadyThere(existing)
      return insert(path)
    },
    /** The project of a folder, registered now if it was not. */
    ensure: async (typed: string): Promise<Project> => {
      const { path, existing } = await findFolder(typed, deps)
      return existing === null ? insert(path) : show(existing)
    },
    rename: (id: ProjectId, name: string): Promise<Project> => {
      rowOf(id)
      rows.rename(id, name)
      changed(id, 'renamed')
      return show(rowOf(id))
    },
    /**
     * Points a project to the place its missing folder has moved to. `moved` hears both paths before it is stored, so
     * that a crash in between leaves a project that can be located again.
     */
    locate: async (
      id: ProjectId,
      typed: string,
      moved: (from: string, to: string) => void,
    ): Promise<Project> => {
      const row = rowOf(id)
      const { path, existing } = await findFolder(typed, deps)
      if (existing?.id === id) return show(row)
      if (existing !== null) throw alreadyThere(existing)
      if (!(await show(row)).missing) throw alreadyThere(row)
      moved(row.path_canonical, path)
      rows.move(id, path)
      return show(rowOf(id))
    },
    /** Forgets the project. Its folder and its chats stay. */
    remove: (id: ProjectId): void => {
      rowOf(id)
      rows.remove(id)
      changed(id, 'removed')
    },
    opened: (id: ProjectId): Promise<Project> => {
      rowOf(id)
      rows.opened(id, deps.clock.now())
      return show(rowOf(id))
    },
    /** Notes what the person said about the code the folder carries now. Other code later asks again. */
    trust: async (id: ProjectId, trusted: boolean): Promise<Project> => {
      const { digest } = await trustedContent(rowOf(id).path_canonical, deps)
      rowOf(id)
      rows.putTrust({ project_id: id, trusted: trusted ? 1 : 0, digest, decided_at: deps.clock.now() })
      changed(id, 'trusted')
      return show(rowOf(id))
    },
    /** Whether the folder's own workflows, agents, hooks and servers may be used now. */
    mayRunCode: async (id: ProjectId): Promise<boolean> => (await show(rowOf(id))).trusted === true,
    /** The one true path of a folder a person named, or the reason it cannot be read. */
    canonical: (typed: string): Promise<string> => canonicalFolder(typed, deps),
    /** Whether a folder, given by its canonical path, is in the list. */
    isRegistered: (path: string): boolean => {
      const key = deps.rules.key(path)
      return rows.all().some((row) => deps.rules.key(row.path_canonical) === key)
    },
  }
}

/** Shows a project as it is now, and tells when its folder went away or came back since the last time. */
function createShow({ rows, tell, trustsNothing = false, ...deps }: Deps) {
  const wasMissing = new Map<string, boolean>()
  const noteMissing = (projectId: ProjectId, isMissing: boolean): void => {
    const before = wasMissing.get(projectId)
    wasMissing.set(projectId, isMissing)
    if (before !== undefined && before !== isMissing) {
      tell({ kind: 'project.changed', projectId, op: isMissing ? 'missing' : 'available' })
    }
  }
  const show = async (row: ProjectRow): Promise<Project> => {
    const described = await describeProject(row, { ...deps, trust: rows.trust })
    const project = trustsNothing ? { ...described, trusted: false } : described
    noteMissing(project.id, project.missing)
    return project
  }
  return Object.assign(show, { noteMissing })
}

async function findFolder(typed: string, deps: Deps) {
  const path = await canonicalFolder(typed, deps)
  return { path, existing: await registeredAs(path, deps.rows.all, deps) }
}

function alreadyThere({ name }: ProjectRow): AppError {
  return AppError.saying('project.already_registered', say('project.known', { name }))
}

function missing(project: ProjectFolder, { rules, home }: Deps): AppError {
  const path = rules.display(project.path, home)
  return AppError.saying('project.not_found', say('project.missing', { name: project.name, path }))
}

import type { ProjectId } from '#shared/ids.ts'
import { rememberLast } from '#shared/remember-last.ts'
import { type FollowDeps, type FollowedFolder, followFolder } from './followed-folder.ts'
import { createFollowedProjects } from './followed-projects.ts'
import { type Layer, NO_LAYER, type SourceFolder } from './read-folder.ts'

/** The folder of a project's definitions. `foreign` are folders that other programs read too; they come behind it. */
export type ProjectPlace = {
  readonly root: string
  readonly folder: string
  readonly foreign?: readonly string[]
}

export type LayersDeps<T> = FollowDeps<T> & {
  /** The person's own folder, and the one above it that is always there. */
  readonly user: { readonly home: string; readonly folder: string }
  /** The same in a project, whether or not it may be used. Null for a project that is gone. */
  readonly ofProject: (id: ProjectId) => Promise<ProjectPlace | null>
  /** Whether the person trusts what the folder of the project holds now. */
  readonly isTrusted: (id: ProjectId) => Promise<boolean>
  readonly read: (folder: SourceFolder) => Promise<Layer<T>>
  /** The files are in folders inside of the folder. */
  readonly inner: boolean
  /** The definitions of plugins. The same promise, as long as nothing has changed. */
  readonly plugins?: () => Promise<Layer<T>>
  /** Something is different from now on: in one project, or with null everywhere. */
  readonly changed: (projectId: ProjectId | null) => void
}

/** The definitions of the person, of a trusted project and of plugins. */
export type Layers<T> = {
  readonly user: Layer<T>
  readonly project: Layer<T>
  readonly plugins?: Layer<T>
}

/** Files that describe things, kept by the person and brought along by projects. Followed from the first question on. */
export function createFolderLayers<T>(deps: LayersDeps<T>) {
  const { inner } = deps
  let user: FollowedFolder<T> | null = null
  let closed = false

  const ofUser = (): FollowedFolder<T> => {
    const { home, folder } = deps.user
    const read = () => deps.read({ source: 'user', path: folder, within: null })
    const watched = [{ from: home, folder, inner }]
    user ??= followFolder(deps, watched, read, () => deps.changed(null))
    return user
  }

  const projects = createFollowedProjects<T>(async (id) => {
    const place = await deps.ofProject(id)
    if (place === null || closed) return null
    const { root, folder, foreign = [] } = place
    const readAll = async (): Promise<Layer<T>> => {
      const own = await deps.read({ source: 'project', path: folder, within: root })
      const others: Layer<T>[] = []
      for (const path of foreign) {
        others.push(await deps.read({ source: 'project', path, within: root, isForeign: true }))
      }
      return others.reduce((layer, other) => behind(layer, other, deps.idOf), own)
    }
    const read = async (): Promise<Layer<T>> => {
      if (!(await deps.isTrusted(id))) return NO_LAYER
      const layer = await readAll()
      // Files added during the read were not part of the trust question.
      return (await deps.isTrusted(id)) ? layer : NO_LAYER
    }
    const watched = [
      { from: root, folder, inner },
      ...foreign.map((path) => ({ from: root, folder: path, inner: true })),
    ]
    return followFolder(deps, watched, read, () => deps.changed(id))
  })

  const none = Promise.resolve<Layer<T>>(NO_LAYER)
  const joined = rememberLast(
    async (
      ofPerson: Promise<Layer<T>>,
      project: Promise<Layer<T>>,
      ofPlugins: Promise<Layer<T>>,
    ): Promise<Layers<T>> => {
      const [user, inProject, plugins] = await Promise.all([ofPerson, project, ofPlugins])
      return { user, project: inProject, ...(plugins.items.length === 0 ? {} : { plugins }) }
    },
  )
  const inForce = (project: FollowedFolder<T> | null) =>
    joined(ofUser().layer(), project?.layer() ?? none, deps.plugins?.() ?? none)

  return {
    /** Asked several times for each agent: the same answer is the same promise. */
    of: (id: ProjectId | null): Promise<Layers<T>> => {
      if (id === null || closed) return inForce(null)
      const followed = projects.of(id)
      return 'then' in followed ? followed.then(inForce) : inForce(followed)
    },
    /** Looks again at everything that holds in a project, for disks that do not tell of changes. */
    refresh: async (id: ProjectId | null): Promise<void> => {
      const project = id === null ? null : await projects.of(id)
      await Promise.all([ofUser().reload(), project?.reload()])
    },
    /** Drops a project's layer after its trust changed or it was removed. The next request reads it again. */
    forget: (id: ProjectId): void => {
      if (projects.forget(id)) deps.changed(id)
    },
    close: async (): Promise<void> => {
      closed = true
      projects.forgetAll()
      user?.stop()
    },
  }
}

/** Adds a layer behind another: what both name is taken from the first. */
function behind<T>(layer: Layer<T>, other: Layer<T>, idOf: (item: T) => string): Layer<T> {
  if (other.items.length === 0 && other.problems.length === 0) return layer
  const named = new Set(layer.items.map(idOf))
  return {
    items: [...layer.items, ...other.items.filter((item) => !named.has(idOf(item)))],
    problems: [...layer.problems, ...other.problems],
  }
}

import type { ProjectId, SessionId } from '#shared/ids.ts'
import type { PROJECT_CALLS } from '#shared/ipc/calls/project-calls.ts'
import type { Handlers } from '#shared/ipc/contract.ts'
import type { Project } from '#shared/project/project.ts'
import type { DirectoryBrowser } from '../projects/directory.ts'
import { nearestName } from '../projects/nearest-name.ts'
import type { Projects } from '../projects/registry.ts'
import type { Grants } from '../tools/grants/grants.ts'
import type { FileNames } from '../tools/search/file-names.ts'

type Rooms = {
  readonly projects: Projects
  readonly grants: Pick<Grants, 'forgetGone'>
  readonly directory: DirectoryBrowser
  readonly fileNames: FileNames
  /** Returns a folder of a project as text. Throws an `AppError` for a path that is no folder in it. */
  readonly folderText: (root: string, folder: string, extra: readonly string[]) => Promise<string>
  /** The extra folders of a chat. */
  readonly foldersOf: (sessionId: SessionId) => readonly string[]
  /** Returns the folders that a new chat at a root would get. Throws an `AppError` for one that may not be added. */
  readonly checkFolders: (root: string, folders: readonly string[]) => Promise<readonly string[]>
  /** Notes in every log of the project that its folder has moved. */
  readonly moved: (projectId: ProjectId, from: string, to: string) => void
  readonly pickFolder: (windowId: number) => Promise<string | null>
  /** Handles a project that comes into view. Runs in the background and never rejects. */
  readonly opened: (projectId: ProjectId) => Promise<void>
  /** Ends with the app. */
  readonly signal: AbortSignal
}

/** Maximum files in the list at the composer. */
const MOST_FILES = 40
const MOST_FOLDERS = 5

/** Creates the handlers for projects and for folders that may become projects. */
export function createProjectHandlers(rooms: Rooms): Pick<Handlers, keyof typeof PROJECT_CALLS> {
  const { projects, grants, directory, fileNames, signal } = rooms
  return {
    'project.list': () => projects.list(),
    'project.add': async ({ path }) => opened(rooms, await projects.add(path)),
    'project.pick': async (_request, { windowId }) => {
      const path = await rooms.pickFolder(windowId)
      // A folder that is a project already is opened, as it is where the folders are listed.
      return path === null ? null : opened(rooms, await projects.ensure(path))
    },
    'project.locate': async ({ projectId, path }) =>
      opened(rooms, await projects.locate(projectId, path, (from, to) => rooms.moved(projectId, from, to))),
    'project.rename': ({ projectId, name }) => projects.rename(projectId, name),
    'project.remove': ({ projectId }) => {
      projects.remove(projectId)
      grants.forgetGone()
      return null
    },
    'project.trust': ({ projectId, trusted }) => projects.trust(projectId, trusted),
    'project.opened': async ({ projectId }) => opened(rooms, await projects.opened(projectId)),
    'project.files': async ({ typed, ...place }) =>
      fileNames.find(await foldersFor(rooms, place), typed, MOST_FILES),
    'project.folders': async ({ typed, ...place }) =>
      fileNames.findFolders(await foldersFor(rooms, place), typed, MOST_FOLDERS),
    'project.readFolder': async ({ path, ...place }) => {
      const { root, extra } = await foldersFor(rooms, place)
      const text = await rooms.folderText(root, path, extra)
      const name = path.length <= 200 ? path : `…${path.slice(-199)}`
      return { mime: 'text/plain', name, from: 'folder', base64: Buffer.from(text).toString('base64') }
    },
    'project.unmatched': async ({ projectId, paths }) => {
      const { unmatched, places } = await fileNames.unmatched(
        (await projects.folderOf(projectId)).path,
        paths,
      )
      return unmatched.map((path) => ({ path, nearest: nearestName(path, places) }))
    },
    'project.branches': async ({ projectId }) =>
      directory.branches((await projects.folderOf(projectId)).path, signal),
    'directory.list': (request) => directory.list(request, signal),
    'directory.roots': () => directory.roots(signal),
    'directory.describe': ({ path }) => directory.describe(path, signal),
    'directory.complete': ({ text }) => directory.complete(text, signal),
  }
}

type Place = {
  readonly projectId: ProjectId
  readonly sessionId?: SessionId
  readonly folders?: readonly string[]
}

/** The folders of a new chat are checked here too: a window may only look into those that a chat could get. */
async function foldersFor(
  { projects, foldersOf, checkFolders }: Rooms,
  { projectId, sessionId, folders = [] }: Place,
) {
  const root = (await projects.folderOf(projectId)).path
  if (sessionId !== undefined) return { root, extra: foldersOf(sessionId) }
  return { root, extra: await checkFolders(root, folders) }
}

function opened(rooms: Rooms, project: Project): Project {
  void rooms.opened(project.id)
  return project
}

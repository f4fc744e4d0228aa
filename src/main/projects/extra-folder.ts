import { AppError } from '#shared/errors.ts'
import { say } from '#shared/sentences.ts'
import { MOST_FOLDERS } from '#shared/session/extra-folders.ts'
import { canonicalFolder } from './canonical-folder.ts'

type Deps = Parameters<typeof canonicalFolder>[1] & {
  /** The folder in which the app keeps its own data. */
  readonly appHome: string
  /** Files and folders with secrets. Absolute paths that need not exist. */
  readonly secrets: readonly string[]
}

/** The folder of a chat and the extra folders it has. */
type FolderScene = { readonly root: string; readonly folders: readonly string[] }

/** Returns the true path of a folder that may be added to a chat. Throws an `AppError` for any other. */
type CheckExtraFolder = (typed: string, scene: FolderScene) => Promise<string>

/**
 * Creates the check of extra folders. The data of the app and places for secrets are refused, with the folders around
 * them. A relative path begins at the folder of the chat.
 */
export function createExtraFolderCheck(deps: Deps): CheckExtraFolder {
  const { rules, home } = deps
  const holds = (outer: string, inner: string): boolean => rules.contains(rules.key(outer), rules.key(inner))
  return async (typed, { root, folders }) => {
    const isWhole = rules.absolute(typed, home) !== null
    const path = await canonicalFolder(isWhole ? typed : rules.join(root, typed.trim()), deps).catch(
      withNextStep,
    )
    const shown = rules.display(path, home)
    for (const own of await spellings(deps.appHome, deps)) {
      if (holds(path, own) || holds(own, path)) throw refused(say('folder.appHome', { path: shown }))
    }
    for (const secret of deps.secrets) {
      for (const place of await spellings(secret, deps)) {
        if (holds(place, path)) throw refused(say('folder.inSecrets', { path: shown }))
        const named = rules.display(place, home)
        if (holds(path, place)) throw refused(say('folder.secrets', { path: shown, place: named }))
      }
    }
    if (holds(root, path)) throw refused(say('folder.inProject', { path: shown }))
    if (folders.includes(path)) return path
    const around = folders.find((folder) => holds(folder, path))
    if (around !== undefined) {
      throw refused(say('folder.known', { path: shown, folder: rules.display(around, home) }))
    }
    if (folders.length >= MOST_FOLDERS) throw refused(say('folder.most', { count: String(MOST_FOLDERS) }))
    return path
  }
}

/** A path as it is written, and where it leads. */
async function spellings(path: string, { reader, rules }: Deps): Promise<readonly string[]> {
  const real = await reader.real(path).catch(() => null)
  return real === null ? [path] : [path, rules.normal(real)]
}

function refused(said: ReturnType<typeof say>): AppError {
  return AppError.saying('ipc.refused', said)
}

/** Adds the ways to write a path to the error of a folder that is not there. */
function withNextStep(error: unknown): never {
  if (!(error instanceof AppError) || error.code !== 'project.not_found') throw error
  throw error.framed([], [say('folder.pathForms')])
}

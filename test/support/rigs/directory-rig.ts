import { systemClock } from '../../../src/main/lib/clock.ts'
import { createDirectoryBrowser } from '../../../src/main/projects/directory.ts'
import { type FolderReader, folderReader } from '../../../src/main/projects/folder-reader.ts'
import { type Platform, pathRules } from '../../../src/main/projects/paths.ts'
import { realGit } from '../disk/real-git.ts'

type More = { readonly platform?: Platform; readonly registered?: string }

/** The directory browser of a person whose home is this folder, on the real disk but for what `reader` replaces. */
export function browserAt(home: string, reader: Partial<FolderReader> = {}, more: More = {}) {
  return createDirectoryBrowser({
    reader: { ...folderReader, ...reader },
    rules: pathRules(more.platform ?? (process.platform as Platform)),
    clock: systemClock,
    home,
    git: realGit(home),
    isRegistered: (path) => path === more.registered,
  })
}

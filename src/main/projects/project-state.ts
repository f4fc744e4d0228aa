import { ProjectId } from '#shared/ids.ts'
import type { Project } from '#shared/project/project.ts'
import type { Clock } from '../lib/clock.ts'
import { isErrno } from '../lib/errno.ts'
import type { FolderReader } from './folder-reader.ts'
import { branchAround } from './git-branch.ts'
import type { PathRules } from './paths.ts'
import type { ProjectRow, TrustRow } from './rows.ts'
import { type TrustedContent, trustedContent } from './trusted-content.ts'
import { LATE, within } from './within.ts'

/** A drive that is gone may not answer at all; the list is shown without it. */
const LIMIT_MS = 2_000

type Deps = {
  readonly reader: FolderReader
  readonly rules: PathRules
  readonly trust: (projectId: string) => TrustRow | null
  readonly clock: Pick<Clock, 'after'>
  readonly signal: AbortSignal
}

/** A project as it is now: its row, and what its folder shows. */
export async function describeProject(row: ProjectRow, deps: Deps): Promise<Project> {
  const { missing, branch, content } = await lookInside(row.path_canonical, deps)
  const said = deps.trust(row.id)
  const stillTrue = said !== null && (said.trusted === 0 || missing || said.digest === content.digest)
  return {
    id: ProjectId.parse(row.id),
    path: row.path_canonical,
    name: row.name,
    lastOpenedAt: row.last_opened_at,
    missing,
    branch,
    trusted: stillTrue ? said.trusted === 1 : null,
    carriesCode: content.carriesCode,
    ...(content.carries.length === 0 ? {} : { carries: [...content.carries] }),
    gitMayStart: content.gitMayStart,
  }
}

/** Whether a folder is there to work in. A drive that does not answer in time counts as gone. */
export async function isFolderThere(
  path: string,
  { reader, clock, signal }: Pick<Deps, 'reader' | 'clock' | 'signal'>,
): Promise<boolean> {
  try {
    const found = await within(clock, LIMIT_MS, reader.look(path), signal)
    return found !== LATE && found.folder
  } catch (error) {
    if (isErrno(error)) return false
    throw error
  }
}

type State = {
  readonly missing: boolean
  readonly branch: string | null
  readonly content: TrustedContent
}
const NOTHING: TrustedContent = { carries: [], carriesCode: false, gitMayStart: false, digest: null }
const UNKNOWN: TrustedContent = { carries: [], carriesCode: true, gitMayStart: true, digest: 'unknown' }
const MISSING: State = { missing: true, branch: null, content: NOTHING }

async function lookInside(path: string, deps: Deps): Promise<State> {
  const { clock, signal, reader } = deps
  try {
    const found = await within(clock, LIMIT_MS, reader.look(path), signal)
    if (found === LATE || !found.folder) return MISSING
    const work = Promise.all([branchAround(path, deps), trustedContent(path, deps)])
    const inside = await within(clock, LIMIT_MS, work, signal)
    // Content that timed out was not checked, so it is not what the person trusted.
    if (inside === LATE) return { missing: false, branch: null, content: UNKNOWN }
    return { missing: false, branch: inside[0], content: inside[1] }
  } catch (error) {
    // The folder went away, or may no longer be read.
    if (isErrno(error)) return MISSING
    throw error
  }
}

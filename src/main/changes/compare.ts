import type { ChangedFile, ChangeHunk, ChangeKind, ChangeScope, FileChange } from '#shared/changes/changes.ts'
import { AppError } from '#shared/errors.ts'
import { pathIn } from '../git/draw-patch.ts'
import { hunksById } from '../git/hunk-ids.ts'
import { type FilePatch, type PatchHunk, parsePatch } from '../git/parse-patch.ts'
import { parseComparison, type Status } from './parse-status.ts'
import { insideProject, pathspec, type Repository } from './repository.ts'

/** Options that keep a diff plain: no programs, no colours, no prefixes of the person's own. */
export const PLAIN = [
  '--no-ext-diff',
  '--no-textconv',
  '--no-color',
  '--src-prefix=a/',
  '--dst-prefix=b/',
  '--no-relative',
  '--submodule=short',
]
/** Larger changes are counted and not drawn: lines, and bytes of the patch of one file. */
const MOST_LINES = 20_000
const MOST_BYTES = 2_000_000
/** The file of git that holds nothing, on every system. */
const NOTHING = '/dev/null'

/** Returns the arguments that name both sides of a scope. */
function sidesOf(scope: ChangeScope, from: string | null): readonly string[] {
  if (scope === 'unstaged') return []
  if (scope === 'staged') return ['--cached', ...(from === null ? [] : [from])]
  return from === null ? ['--cached'] : [from]
}

/** Lists the files that differ in a scope, with their counts of lines. `from` is the commit to compare with. */
export async function changedIn(
  repository: Repository,
  scope: ChangeScope,
  from: string | null,
  status: Status,
  signal: AbortSignal,
): Promise<readonly ChangedFile[]> {
  const args = ['diff', '--raw', '--numstat', '-z', '-M', ...PLAIN, ...sidesOf(scope, from)]
  const output = await repository.read([...args, '--', ...insideProject(repository)], signal)
  const compared = parseComparison(output.toString('utf8')).map((file): ChangedFile => {
    const entry = status.entries.get(file.path)
    const kind: ChangeKind = entry?.kind === 'conflicted' ? 'conflicted' : file.kind
    return { ...file, kind, staged: entry?.staged ?? false, unstaged: entry?.unstaged ?? false }
  })
  if (scope === 'staged') return compared
  const known = new Set(compared.map(({ path }) => path))
  const fresh = [...status.entries.values()].filter(
    ({ kind, path }) => (kind === 'untracked' || kind === 'conflicted') && !known.has(path),
  )
  return [
    ...compared,
    ...fresh.map(
      (entry): ChangedFile => ({
        ...entry,
        kind:
          entry.kind === 'conflicted' ? 'conflicted' : entry.path.endsWith('/') ? 'submodule' : 'untracked',
        added: null,
        removed: null,
      }),
    ),
  ]
}

/** The patch of one file of a scope; null when it does not differ. */
export async function patchOf(
  repository: Repository,
  scope: ChangeScope,
  from: string | null,
  file: Pick<ChangedFile, 'path' | 'from' | 'kind'>,
  signal: AbortSignal,
  more: readonly string[] = [],
): Promise<FilePatch | null> {
  const { path, kind } = file
  if (kind === 'untracked') return untrackedPatch(repository, path, signal)
  const paths = [...(file.from === null ? [] : [file.from]), path].map(pathspec)
  const args = ['diff', '-M', '--full-index', ...PLAIN, ...more, ...sidesOf(scope, from), '--', ...paths]
  const parts = parsePatch((await repository.read(args, signal)).toString('latin1'))
  const [first] = parts
  // A file that became a link, or the reverse, is removed and added again: two parts, which go together.
  return first === undefined ? null : { ...first, text: parts.map(({ text }) => text).join('') }
}

/** Files of one question to git. Their names are arguments, whose number is limited. */
const AT_ONCE = 200

/** Returns the uncommitted changes of tracked files, by path, with one start of git for many. Renames are not looked for. */
export async function patchesOf(
  repository: Repository,
  from: string | null,
  paths: readonly string[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, FilePatch>> {
  const found = new Map<string, FilePatch>()
  for (let at = 0; at < paths.length; at += AT_ONCE) {
    const some = paths.slice(at, at + AT_ONCE).map(pathspec)
    const args = ['diff', '--no-renames', '--full-index', ...PLAIN, ...sidesOf('uncommitted', from)]
    const output = await repository.read([...args, '--', ...some], signal)
    for (const patch of parsePatch(output.toString('latin1'))) {
      const path = pathIn(patch)
      const before = found.get(path)
      // A file that became a link, or the reverse, is removed and added again.
      found.set(path, before === undefined ? patch : { ...before, text: before.text + patch.text })
    }
  }
  return found
}

/** A new file as a patch. Git ends with 1 where two files differ. */
async function untrackedPatch(
  repository: Repository,
  path: string,
  signal: AbortSignal,
): Promise<FilePatch | null> {
  const args = ['diff', '--no-index', '--full-index', '--binary', ...PLAIN, '--', NOTHING, path]
  return parsePatch((await repository.read(args, signal, [1])).toString('latin1'))[0] ?? null
}

/** The stage of a hunk's lines, and the person's decisions about them. */
export type HunkMarks = {
  readonly stageOf: (id: string) => ChangeHunk['stage']
  readonly reviewOf: (hunk: PatchHunk) => ChangeHunk['review']
}

/** Draws a patch as data for the window. */
export function shownChange(
  file: Pick<ChangedFile, 'path' | 'kind'>,
  patch: FilePatch | null,
  marks: HunkMarks,
): FileChange {
  const { path, kind } = file
  if (kind === 'submodule') return { path, content: { kind: 'submodule' } }
  if (patch === null) return { path, content: { kind: kind === 'conflicted' ? 'conflict' : 'none' } }
  if (patch.isBinary) return { path, content: { kind: 'binary' } }
  if (patch.text.length > MOST_BYTES) return { path, content: { kind: 'large' } }
  if (patch.hunks.length === 0)
    return { path, content: { kind: kind === 'conflicted' ? 'conflict' : 'none' } }
  let left = MOST_LINES
  const hunks: ChangeHunk[] = []
  for (const [id, hunk] of hunksById(path, patch.hunks)) {
    const { oldStart, newStart, section, lines } = hunk
    if (lines.length > left) return { path, content: { kind: 'text', hunks, cut: true } }
    left -= lines.length
    const text = (line: string) => Buffer.from(line, 'latin1').toString('utf8')
    hunks.push({
      id,
      oldStart,
      newStart,
      section: text(section),
      lines: lines.map(text),
      stage: marks.stageOf(id),
      review: marks.reviewOf(hunk),
    })
  }
  return { path, content: { kind: 'text', hunks, cut: false } }
}

/** Finds the base of the branch: the default branch of `origin`, or a local main branch. Null where there is none. */
export async function baseOf(
  repository: Repository,
  status: Status,
  signal: AbortSignal,
): Promise<{ readonly name: string; readonly commit: string } | null> {
  const { branch, upstream } = status.repository
  const known = await firstLine(repository, ['symbolic-ref', 'refs/remotes/origin/HEAD'], signal)
  const usual = ['remotes/origin/main', 'remotes/origin/master', 'heads/main', 'heads/master']
  const followed = upstream === null ? [] : [`remotes/${upstream}`, `heads/${upstream}`]
  // Whole names: a tag may have the short name of a branch.
  const candidates = [known ?? '', ...[...usual, ...followed].map((name) => `refs/${name}`)]
  for (const ref of candidates) {
    if (!ref.startsWith('refs/') || ref === `refs/heads/${branch}`) continue
    const commit = await firstLine(repository, ['merge-base', 'HEAD', ref], signal)
    if (commit !== null) return { name: ref.replace(/^refs\/[^/]+\//, ''), commit }
  }
  return null
}

/** Returns the first line of git's answer; null when git has none. */
async function firstLine(
  repository: Repository,
  args: readonly string[],
  signal: AbortSignal,
): Promise<string | null> {
  try {
    const [line = ''] = (await repository.read(args, signal)).toString('utf8').split('\n')
    return line === '' ? null : line
  } catch (error) {
    if (error instanceof AppError) return null
    throw error
  }
}

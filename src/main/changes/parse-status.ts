import type { ChangedFile, ChangeKind, RepositoryState } from '#shared/changes/changes.ts'

/** One file as `git status` reports it. */
type StatusEntry = Pick<ChangedFile, 'path' | 'from' | 'staged' | 'unstaged'> & {
  readonly kind: 'tracked' | 'untracked' | 'conflicted' | 'submodule'
}

export type Status = {
  readonly repository: Omit<RepositoryState, 'operation'>
  readonly entries: ReadonlyMap<string, StatusEntry>
}

/**
 * Reads the output of `git status --porcelain=v2 -z --branch`.
 * Source: git-status(1), "Porcelain Format Version 2".
 */
export function parseStatus(output: string): Status {
  const fields = output.split('\0')
  const entries = new Map<string, StatusEntry>()
  const header = new Map<string, string>()
  for (let at = 0; at < fields.length; at += 1) {
    const field = fields[at] ?? ''
    const kind = field[0]
    if (kind === '#') {
      const [, name = '', value = ''] = /^# (\S+) (.*)$/s.exec(field) ?? []
      header.set(name, value)
    } else if (kind === '?') {
      const path = field.slice(2)
      entries.set(path, { path, from: null, kind: 'untracked', staged: false, unstaged: true })
    } else if (kind === '1' || kind === '2') {
      // A rename is followed by a field with the earlier path.
      const from = kind === '2' ? (fields[at + 1] ?? null) : null
      if (kind === '2') at += 1
      const entry = trackedEntry(field, kind === '2' ? 9 : 8, from)
      if (entry !== null) entries.set(entry.path, entry)
    } else if (kind === 'u') {
      const path = afterFields(field, 10)
      entries.set(path, { path, from: null, kind: 'conflicted', staged: true, unstaged: true })
    }
  }
  return { repository: repositoryOf(header), entries }
}

function trackedEntry(field: string, words: number, from: string | null): StatusEntry | null {
  const [, letters = '..', sub = 'N...'] = field.split(' ', 3)
  const path = afterFields(field, words)
  if (path === '') return null
  return {
    path,
    from,
    kind: sub.startsWith('S') ? 'submodule' : 'tracked',
    staged: letters[0] !== '.',
    unstaged: letters[1] !== '.',
  }
}

/** Returns the text after `words` words. A path may hold spaces. */
function afterFields(field: string, words: number): string {
  return field.split(' ').slice(words).join(' ')
}

function repositoryOf(header: ReadonlyMap<string, string>): Status['repository'] {
  const head = header.get('branch.head') ?? '(detached)'
  const commit = header.get('branch.oid') ?? '(initial)'
  const [, ahead = '0', behind = '0'] = /^\+(\d+) -(\d+)$/.exec(header.get('branch.ab') ?? '') ?? []
  return {
    branch: head === '(detached)' ? null : head,
    commit: commit === '(initial)' ? null : commit,
    upstream: header.get('branch.upstream') ?? null,
    ahead: Number(ahead),
    behind: Number(behind),
  }
}

export type ComparedFile = Pick<ChangedFile, 'path' | 'from' | 'added' | 'removed'> & {
  readonly kind: Exclude<ChangeKind, 'untracked'>
}

const KINDS: Readonly<Record<string, ComparedFile['kind']>> = {
  A: 'added',
  C: 'added',
  D: 'deleted',
  M: 'modified',
  R: 'renamed',
  T: 'type',
  U: 'conflicted',
}
/** The mode of a submodule in a tree. */
const SUBMODULE = '160000'

/** Reads the output of `git diff --raw --numstat -z`. Source: git-diff(1), "Raw output format" and `--numstat`. */
export function parseComparison(output: string): readonly ComparedFile[] {
  const fields = output.split('\0')
  const files = new Map<string, ComparedFile>()
  for (let at = 0; at < fields.length; at += 1) {
    const field = fields[at] ?? ''
    const raw = /^:(\d+) (\d+) \S+ \S+ ([A-Z])\d*$/.exec(field)
    if (raw !== null) {
      const [, oldMode, newMode, letter = 'M'] = raw
      const moved = letter === 'R' || letter === 'C'
      const from = moved ? (fields[at + 1] ?? null) : null
      const path = fields[at + (moved ? 2 : 1)] ?? ''
      at += moved ? 2 : 1
      const kind =
        oldMode === SUBMODULE || newMode === SUBMODULE ? 'submodule' : (KINDS[letter] ?? 'modified')
      // An unmerged file is listed a second time, compared with one of its sides.
      if (files.get(path)?.kind !== 'conflicted')
        files.set(path, { path, from, kind, added: null, removed: null })
      continue
    }
    const counted = /^(\d+|-)\t(\d+|-)\t([\s\S]*)$/.exec(field)
    if (counted === null) continue
    const [, added = '-', removed = '-', inline = ''] = counted
    const path = inline === '' ? (fields[at + 2] ?? '') : inline
    if (inline === '') at += 2
    const file = files.get(path)
    if (file !== undefined) files.set(path, { ...file, added: numberOf(added), removed: numberOf(removed) })
  }
  return [...files.values()]
}

const numberOf = (word: string): number | null => (word === '-' ? null : Number(word))

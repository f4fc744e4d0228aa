import type { Blame, BlameRange, CommitLog } from '#shared/changes/history.ts'
import { AppError } from '#shared/errors.ts'
import { say } from '#shared/sentences.ts'
import type { Status } from './parse-status.ts'
import { pathspec, type Repository } from './repository.ts'

/** Lines of a file that are blamed. */
const MOST_LINES = 20_000
/** Fields of a commit in the log. */
const LOG_FIELDS = 6
const UNCOMMITTED = /^0+$/
/** Characters of a name and of a subject, and names of one commit, that are kept. Authors choose them freely. */
const LONGEST_NAME = 200
const LONGEST_SUBJECT = 1_000
const MOST_REFS = 50

/** Returns the newest commits of the branch and of its upstream, children before their parents. */
export async function logOf(
  { repository, status }: { readonly repository: Repository; readonly status: Status },
  limit: number,
  signal: AbortSignal,
): Promise<CommitLog> {
  const { commit, upstream } = status.repository
  if (commit === null) return { commits: [], hasMore: false }
  // Names and subjects are foreign. The one character that they cannot hold separates them.
  const format = '%H%x00%P%x00%an%x00%at%x00%D%x00%s'
  const shape = ['log', '-z', '--topo-order', '--no-show-signature', `--max-count=${limit + 1}`]
  const read = (tips: readonly string[]) =>
    repository.read([...shape, `--format=${format}`, ...tips, '--'], signal)
  // The upstream may be named in the settings and not be fetched yet.
  const tips = upstream === null ? [] : [`refs/remotes/${upstream}`]
  const output = await read(['HEAD', ...tips]).catch(() => read(['HEAD']))
  const fields = output.toString('utf8').split('\0')
  const found = Array.from({ length: Math.floor(fields.length / LOG_FIELDS) }, (_, index) => {
    const record = fields.slice(index * LOG_FIELDS, (index + 1) * LOG_FIELDS)
    const [id = '', parents = '', author = '', at = '0', refs = '', subject = ''] = record
    return {
      id,
      author: author.slice(0, LONGEST_NAME),
      subject: subject.slice(0, LONGEST_SUBJECT),
      at: Number(at) * 1_000,
      parents: parents.split(' ').filter((parent) => parent !== ''),
      refs: refs
        .split(', ')
        .filter((ref) => ref !== '')
        .slice(0, MOST_REFS),
    }
  })
  return { commits: found.slice(0, limit), hasMore: found.length > limit }
}

/** Returns the commits that wrote the lines of a file. */
export async function blameOf(repository: Repository, path: string, signal: AbortSignal): Promise<Blame> {
  // Git would read other names, such as a folder, in another way.
  await repository.read(['ls-files', '--error-unmatch', '--', pathspec(path)], signal)
  const output = await repository.read(['blame', '--porcelain', '--no-textconv', '--', path], signal)
  return parseBlame(output.toString('utf8'))
}

/** Returns the folder and the path of a file that git knows or would add. Throws an `AppError` for others. */
export async function fileOf(
  repository: Repository,
  path: string,
  signal: AbortSignal,
): Promise<readonly [string, string]> {
  const args = ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--', pathspec(path)]
  const found = (await repository.read(args, signal)).toString('utf8').split('\0')
  if (found.includes(path)) return [repository.top, path]
  throw AppError.saying('other', say('changes.notInRepository', { path }))
}

/** Reads `git blame --porcelain`. A commit is described once, before its first line. */
export function parseBlame(text: string): Blame {
  const about = new Map<string, { author: string; at: number; subject: string }>()
  const lines: string[] = []
  const ranges: BlameRange[] = []
  let commit = ''
  for (const row of text.split('\n')) {
    const head = /^([0-9a-f]{40,64}) \d+ \d+/.exec(row)
    if (row.startsWith('\t')) {
      if (lines.length === MOST_LINES) return { lines, ranges, cut: true }
      lines.push(row.slice(1))
      addLine(ranges, commit, about.get(commit), lines.length)
    } else if (head !== null) commit = head[1] ?? ''
    else describe(about, commit, row)
  }
  return { lines, ranges, cut: false }
}

type About = { author: string; at: number; subject: string }

function describe(about: Map<string, About>, commit: string, row: string): void {
  const known = about.get(commit) ?? { author: '', at: 0, subject: '' }
  const space = row.indexOf(' ')
  const [name, value] = [row.slice(0, space), row.slice(space + 1)]
  if (name === 'author') known.author = value.slice(0, LONGEST_NAME)
  else if (name === 'author-time') known.at = Number(value) * 1_000
  else if (name === 'summary') known.subject = value.slice(0, LONGEST_SUBJECT)
  about.set(commit, known)
}

function addLine(ranges: BlameRange[], id: string, about: About | undefined, line: number): void {
  const commit = UNCOMMITTED.test(id) ? null : id
  const last = ranges.at(-1)
  if (last !== undefined && last.commit === commit) {
    ranges[ranges.length - 1] = { ...last, count: last.count + 1 }
    return
  }
  const { author = '', at = 0, subject = '' } = about ?? {}
  ranges.push({ commit, author, at, subject, start: line, count: 1 })
}

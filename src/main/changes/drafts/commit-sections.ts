import { AppError } from '#shared/errors.ts'
import { say } from '#shared/sentences.ts'
import type { ActPlace } from '../acts.ts'
import { PLAIN } from '../compare.ts'
import type { Repository } from '../repository.ts'
import type { DraftWish } from './draft-port.ts'

/** Characters of the diff of one file, and of all files. */
const MOST_OF_FILE = 6_000
const MOST_OF_DIFF = 32_000
const MOST_FILES = 6_000
const RECENT_COMMITS = '-12'

/** Files that hold secrets by their name. Their content is not sent. */
const SECRET_FILE =
  /(?:^|\/)(?:\.env(?:\.[^/]*)?|\.npmrc|\.netrc|\.pypirc|\.git-credentials|credentials(?:\.[^/]*)?|id_(?:rsa|dsa|ecdsa|ed25519)|[^/]*\.(?:pem|key|p12|pfx|jks|keystore|kdbx))$/i

/** Returns what a commit of the index would hold, bounded. Throws when nothing is staged. */
export async function commitSections(
  { repository, status }: ActPlace,
  amend: boolean,
  signal: AbortSignal,
): ReturnType<DraftWish['sections']> {
  const { commit } = status.repository
  const isStaged = [...status.entries.values()].some(({ staged }) => staged)
  if (!isStaged && !amend) throw AppError.saying('other', say('changes.nothingStaged'))
  const read = async (args: readonly string[]) =>
    (await repository.read(args, signal)).toString('utf8').trim()
  const base = await baseOf(repository, { commit, amend }, signal)
  const range = ['diff', '--cached', '-M', ...PLAIN]
  const recent = commit === null ? '' : await read(['log', RECENT_COMMITS, '--format=%s'])
  const earlier = amend && commit !== null ? await read(['log', '-1', '--format=%B']) : ''
  return [
    ['recent-subjects', recent.slice(0, 2_000)],
    ['message-so-far', earlier.slice(0, 4_000)],
    ['files', (await read([...range, '--stat=120', base])).slice(0, MOST_FILES)],
    ['diff', await diffOf(repository, [...range, base], signal)],
  ]
}

/** Returns a diff with every file cut, and without the content of files that hold secrets. */
export async function diffOf(
  { read }: Pick<Repository, 'read'>,
  args: readonly string[],
  signal: AbortSignal,
): Promise<string> {
  const whole = await read(args, signal).catch((error: unknown) => {
    // More than git may print: the list of files has to do.
    if (error instanceof AppError) return Buffer.from('')
    throw error
  })
  let left = MOST_OF_DIFF
  const parts: string[] = []
  for (const file of whole.toString('utf8').split(/^(?=diff --git )/m)) {
    const shown = shownFile(file)
    if (shown.length > left) break
    left -= shown.length
    parts.push(shown)
  }
  return parts.join('')
}

function shownFile(patch: string): string {
  const [head = ''] = patch.split('\n')
  const path = /^diff --git "?a\/.* "?b\/(.*?)"?$/.exec(head)?.[1] ?? ''
  if (SECRET_FILE.test(path)) return `${head}\n(The content of this file is not shown.)\n`
  if (patch.length <= MOST_OF_FILE) return patch
  // At the end of a line, so that no secret is cut in two and missed.
  const end = patch.lastIndexOf('\n', MOST_OF_FILE)
  return `${patch.slice(0, Math.max(end, 0))}\n(The rest of this file is left out.)\n`
}

/** Returns the commit or the empty tree that a new commit is compared with. */
async function baseOf(
  { read }: Repository,
  { commit, amend }: { readonly commit: string | null; readonly amend: boolean },
  signal: AbortSignal,
): Promise<string> {
  if (commit !== null && !amend) return commit
  const parent =
    commit === null ? '' : await textOf(read(['rev-parse', '--verify', '--quiet', `${commit}^`], signal, [1]))
  return parent === '' ? textOf(read(['hash-object', '-t', 'tree', '/dev/null'], signal)) : parent
}

const textOf = async (output: Promise<Buffer>): Promise<string> => (await output).toString('utf8').trim()

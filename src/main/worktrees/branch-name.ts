import type { GitQuery } from './git-query.ts'

const MOST_CHARS = 40
/** Branches of the app begin with this, so that the person finds them. */
const PREFIX = 'orrery/'

/** Returns a free branch name for a task, made of the words of its name. */
export async function branchFor(
  git: GitQuery,
  repository: string,
  name: string,
  signal: AbortSignal,
): Promise<string> {
  const refs = await git.ask(repository, ['for-each-ref', '--format=%(refname)', 'refs/heads'], signal)
  const taken = new Set(refs.split('\n').map((ref) => ref.replace(/^refs\/heads\//, '').toLowerCase()))
  const wanted = `${PREFIX}${slugOf(name)}`
  for (let count = 1; ; count += 1) {
    const branch = count === 1 ? wanted : `${wanted}-${count}`
    if (!taken.has(branch.toLowerCase())) return branch
  }
}

function slugOf(name: string): string {
  const words = name
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
  const slug = [...words]
    .slice(0, MOST_CHARS)
    .join('')
    .replace(/^-+|-+$/g, '')
  return slug === '' ? 'task' : slug
}

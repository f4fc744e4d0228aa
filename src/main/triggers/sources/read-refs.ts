import type { Refs } from './git-source.ts'

type Question = {
  readonly folder: string
  readonly args: readonly string[]
  readonly limitMs: number
  readonly reads: 'objects'
  readonly entersSubmodules: boolean
}
type Git = {
  readonly look: (
    question: Question,
    signal: AbortSignal,
  ) => Promise<{ readonly ok: true; readonly output: Buffer } | { readonly ok: false }>
}

const LIMIT_MS = 5_000
/** Branches that are compared. */
const MOST_BRANCHES = 1_000
/** Events of the past that a rehearsal counts. */
const MOST_EVENTS = 1_000

const questionIn = (folder: string, args: readonly string[]): Question => ({
  folder,
  args,
  limitMs: LIMIT_MS,
  reads: 'objects',
  entersSubmodules: false,
})

/** Reads the local branches of a repository with their commits; null when git does not answer. */
export async function readRefs(git: Git, folder: string, signal: AbortSignal): Promise<Refs | null> {
  const args = ['for-each-ref', `--count=${MOST_BRANCHES}`, '--format=%(objectname) %(refname)', 'refs/heads']
  const answer = await git.look(questionIn(folder, args), signal)
  if (!answer.ok) return null
  const lines = answer.output.toString('utf8').split('\n')
  return Object.fromEntries(
    lines.flatMap((line) => {
      const [, commit, branch] = /^([0-9a-f]{40,64}) refs\/heads\/(.+)$/.exec(line) ?? []
      return commit === undefined || branch === undefined ? [] : [[branch, commit]]
    }),
  )
}

/** Reads the times of the commits of the last week on branches that a pattern matches; null when git does not answer. */
export async function readCommitTimes(
  git: Git,
  {
    folder,
    branches,
    since,
  }: { readonly folder: string; readonly branches: readonly string[]; readonly since: number },
  signal: AbortSignal,
): Promise<readonly number[] | null> {
  if (branches.length === 0) return []
  const refs = branches.slice(0, 50).map((branch) => `refs/heads/${branch}`)
  const range = [`--since=${Math.floor(since / 1_000)}`, `--max-count=${MOST_EVENTS}`]
  const answer = await git.look(questionIn(folder, ['log', '--format=%ct', ...range, ...refs, '--']), signal)
  if (!answer.ok) return null
  const seconds = answer.output
    .toString('utf8')
    .split('\n')
    .filter((line) => line !== '')
  return seconds.map((line) => Number(line) * 1_000).toSorted((one, other) => one - other)
}

import {
  type ReviewFinding,
  type ReviewRange,
  ReviewResult,
  type ReviewState,
  type ReviewTarget,
} from '#shared/changes/forge-acts.ts'
import { AppError } from '#shared/errors.ts'
import { type ChangePlaceId, type ProjectId, type SessionId, WorkflowRunId } from '#shared/ids.ts'
import type { PermissionMode } from '#shared/permission/mode.ts'
import type { Project } from '#shared/project/project.ts'
import { say } from '#shared/sentences.ts'
import type { FileDiff } from '#shared/session/file-diff.ts'
import { type FilePatch, parsePatch } from '../git/parse-patch.ts'
import type { Git } from '../git/start-git.ts'
import { ASK_LIMIT_MS, WRITE_LIMIT_MS } from './ask-cli.ts'
import type { Forges } from './choose-forge.ts'
import { branchOf, repositoryOf } from './pull-place.ts'

/** A run of the workflow that reviews. */
type ReviewRun = Pick<ReviewState, 'state' | 'agentsDone' | 'agentsTotal' | 'usd'> & {
  readonly value: unknown
}

type Deps = {
  readonly forges: Forges
  readonly git: Pick<Git, 'work'>
  /** Returns the project of a place, with the folder of the place. */
  readonly project: (id: ChangePlaceId) => Promise<Project>
  /** Starts the workflow that reviews. */
  readonly launch: (wish: {
    readonly projectId: ProjectId
    readonly folder: string
    readonly sessionId: SessionId | null
    readonly args: { readonly base: string; readonly head: string }
    /** US dollars. */
    readonly limit: number
    readonly permissionMode: PermissionMode
  }) => Promise<WorkflowRunId>
  /** The permission mode of new chats. */
  readonly permissionMode: () => PermissionMode
  /** Returns a run; null for one that is gone. */
  readonly run: (id: WorkflowRunId) => ReviewRun | null
  /** Keeps the run of a range over restarts. */
  readonly kept: {
    readonly get: (key: string) => string
    readonly set: (key: string, text: string) => void
  }
}

/** The findings of a review that go to a pull request. */
export type ReviewComment = {
  readonly number: number
  readonly range: ReviewRange
  readonly findings: readonly { readonly path: string; readonly line: number | null; readonly text: string }[]
}

export type Reviews = ReturnType<typeof createReviews>

/**
 * Reviews pull requests and branches with several agents. They read what strangers wrote, so each change by one of them
 * asks in every mode. Comments are sent by the person.
 */
export function createReviews(deps: Deps) {
  const keyOf = (projectId: ProjectId, { base, head }: ReviewRange) => `review:${projectId}:${base}:${head}`
  const trusted = async (id: ChangePlaceId): Promise<Project> => {
    const project = await deps.project(id)
    if (project.trusted !== true) throw AppError.saying('other', say('pulls.noTrust'))
    return project
  }
  return {
    /** Finds what a review would look at, and fetches a pull request. */
    target: async (id: ChangePlaceId, number: number | null, signal: AbortSignal): Promise<ReviewTarget> => {
      const project = await trusted(id)
      return number === null ? branchTarget(deps, project, signal) : pullTarget(deps, project, number, signal)
    },
    /** Starts a review. */
    start: async (
      id: ChangePlaceId,
      {
        range,
        sessionId,
        limit,
      }: { readonly range: ReviewRange; readonly sessionId: SessionId | null; readonly limit: number },
    ): Promise<WorkflowRunId> => {
      const project = await trusted(id)
      const permissionMode = deps.permissionMode() === 'plan' ? 'plan' : 'ask'
      const about = { projectId: project.id, folder: project.path, sessionId }
      const wish = { ...about, args: range, limit, permissionMode } as const
      const runId = await deps.launch(wish)
      deps.kept.set(keyOf(project.id, range), runId)
      return runId
    },
    /** Returns the newest review of a range; null where there is none. */
    state: async (id: ChangePlaceId, range: ReviewRange): Promise<ReviewState | null> => {
      const project = await deps.project(id)
      const kept = WorkflowRunId.safeParse(deps.kept.get(keyOf(project.id, range)))
      const run = kept.success ? deps.run(kept.data) : null
      if (!kept.success || run === null) return null
      const { value, ...rest } = run
      const read = run.state === 'done' ? ReviewResult.safeParse(value).data : undefined
      return {
        ...rest,
        workflowRunId: kept.data,
        findings: read?.confirmed.map((finding) => placed(finding, project.path)) ?? null,
        refuted: read?.refuted.length ?? 0,
        notReviewed: read?.notReviewed ?? [],
      }
    },
    /** Returns the change of a range to one file; null where the range does not change it. */
    diff: async (
      id: ChangePlaceId,
      range: ReviewRange,
      path: string,
      signal: AbortSignal,
    ): Promise<FileDiff | null> => {
      const project = await trusted(id)
      const file = await patchOf(deps, project.path, range, path, signal)
      return file === null ? null : diffIn(path, file)
    },
    /** Sends findings as comments: on their line where the pull request added it, or else in one text. */
    comment: async (
      id: ChangePlaceId,
      { number, range, findings }: ReviewComment,
      signal: AbortSignal,
    ): Promise<void> => {
      const project = await trusted(id)
      const place = await repositoryOf(deps, project, signal)
      const forge = await deps.forges.of(place.host, signal)
      const added = new Map<string, ReadonlySet<number>>()
      for (const path of new Set(findings.map((finding) => finding.path))) {
        const file = await patchOf(deps, project.path, range, path, signal)
        added.set(path, file === null ? new Set() : addedLines(file))
      }
      const isOnLine = ({ path, line }: (typeof findings)[number]) =>
        line !== null && added.get(path)?.has(line) === true
      const lines = findings.flatMap((finding) =>
        finding.line !== null && isOnLine(finding)
          ? [{ path: finding.path, line: finding.line, body: finding.text }]
          : [],
      )
      const others = findings.filter((finding) => !isOnLine(finding))
      const body = others
        .map(({ path, line, text }) => `\`${path}${line === null ? '' : `:${line}`}\`\n\n${text}`)
        .join('\n\n')
      await forge.comment(place, { number, commit: range.head, body, lines }, signal)
    },
  }
}

/** Agents name files differently: with the folder before them, or with the line behind. */
function placed(finding: ReviewFinding, folder: string): ReviewFinding {
  const inside = finding.file.startsWith(`${folder}/`) ? finding.file.slice(folder.length + 1) : finding.file
  const [, file = inside, digits] = /^(?:\.\/)?(.*?)(?::(\d{1,7})(?:[:-]\d+)*)?$/.exec(inside) ?? []
  const line = finding.line ?? Number(digits ?? 0)
  return { ...finding, file, line: line > 0 ? line : undefined }
}

type Asking = Pick<Deps, 'git'>

const ask = async (...asked: Parameters<typeof outputOf>): Promise<string> =>
  (await outputOf(...asked)).trim()

async function outputOf(
  { git }: Asking,
  folder: string,
  args: readonly string[],
  signal: AbortSignal,
): Promise<string> {
  const isFetch = args[0] === 'fetch'
  const limitMs = isFetch ? WRITE_LIMIT_MS : ASK_LIMIT_MS
  // The person waits for a fetch, so git may ask them for a password.
  const answer = await git.work({ folder, args, limitMs, asks: isFetch }, signal)
  if (answer.ok) return answer.output.toString('utf8')
  if (answer.stopped !== undefined) throw AppError.saying('other', say(STOPPED[answer.stopped]))
  throw AppError.saying('other', say('changes.git', { reason: answer.problem }))
}

const STOPPED = { cancelled: 'changes.askCancelled', unanswered: 'changes.askUnanswered' } as const

async function branchTarget(deps: Deps, project: Project, signal: AbortSignal): Promise<ReviewTarget> {
  const { branch, base, baseRef } = await branchOf(deps, project, signal)
  const head = await ask(deps, project.path, ['rev-parse', 'HEAD'], signal)
  const from = await ask(deps, project.path, ['merge-base', baseRef, head], signal)
  const range = { base: from, head }
  const size = await sizeOf(deps, project.path, range, signal)
  if (size.files === 0) throw AppError.saying('other', say('pulls.nothing', { base }))
  const status = await ask(deps, project.path, ['status', '--porcelain', '--untracked-files=no'], signal)
  const more = { branch, baseBranch: base, hasUncommitted: status !== '' }
  return { ...range, ...size, ...more, number: null, title: '' }
}

async function pullTarget(
  deps: Deps,
  project: Project,
  number: number,
  signal: AbortSignal,
): Promise<ReviewTarget> {
  const place = await repositoryOf(deps, project, signal)
  const forge = await deps.forges.of(place.host, signal)
  const pull = await forge.find(place, number, signal)
  if (pull === null) throw AppError.saying('other', say('pulls.unknown', { number: String(number) }))
  const folder = project.path
  const baseRef = `refs/heads/${pull.base}`
  // A name from the server is never an option, and never anything but the name of a branch.
  await ask(deps, folder, ['check-ref-format', baseRef], signal)
  const fetch = ['fetch', '--quiet', '--no-tags', '--no-write-fetch-head', '--no-recurse-submodules']
  const kept = `refs/orrery/reviews/${number}`
  const refs = [`+${forge.refOf(number)}:${kept}/head`, `+${baseRef}:${kept}/base`]
  await ask(deps, folder, [...fetch, 'origin', ...refs], signal)
  const head = await ask(deps, folder, ['rev-parse', '--verify', `${kept}/head^{commit}`], signal)
  const from = await ask(deps, folder, ['merge-base', `${kept}/base`, head], signal)
  const range = { base: from, head }
  const size = await sizeOf(deps, folder, range, signal)
  const more = { branch: pull.head, baseBranch: pull.base, hasUncommitted: false }
  return { ...range, ...size, ...more, number, title: pull.title }
}

async function sizeOf(deps: Asking, folder: string, { base, head }: ReviewRange, signal: AbortSignal) {
  const numbers = await ask(
    deps,
    folder,
    ['diff', '--numstat', '--no-ext-diff', '--no-textconv', '-M', base, head],
    signal,
  )
  const rows = numbers === '' ? [] : numbers.split('\n').map((row) => row.split('\t'))
  const sum = (at: number) => rows.reduce((total, row) => total + (Number(row[at]) || 0), 0)
  const commits = Number(await ask(deps, folder, ['rev-list', '--count', `${base}..${head}`], signal))
  return { commits, files: rows.length, added: sum(0), removed: sum(1) }
}

async function patchOf(
  deps: Asking,
  folder: string,
  { base, head }: ReviewRange,
  path: string,
  signal: AbortSignal,
): Promise<FilePatch | null> {
  const args = ['diff', '--no-ext-diff', '--no-textconv', '--no-color', '--unified=4', '--no-renames']
  const prefixes = ['--src-prefix=a/', '--dst-prefix=b/']
  const output = await outputOf(
    deps,
    folder,
    [...args, ...prefixes, base, head, '--', `:(top,literal)${path}`],
    signal,
  )
  return parsePatch(output)[0] ?? null
}

/** Hunks of a file that are shown with a finding. */
const MOST_HUNKS = 200

function diffIn(path: string, { hunks }: FilePatch): FileDiff {
  const lines = hunks.flatMap((hunk) => hunk.lines)
  const count = (mark: string) => lines.filter((line) => line.startsWith(mark)).length
  return {
    path,
    added: count('+'),
    removed: count('-'),
    hunks: hunks
      .slice(0, MOST_HUNKS)
      .map(({ oldStart, newStart, lines: shown }) => ({ oldStart, newStart, lines: [...shown] })),
    cut: hunks.length > MOST_HUNKS,
  }
}

function addedLines({ hunks }: FilePatch): ReadonlySet<number> {
  const found = new Set<number>()
  for (const { newStart, lines } of hunks) {
    let at = newStart
    for (const line of lines) {
      if (line.startsWith('+')) found.add(at)
      if (!line.startsWith('-') && !line.startsWith('\\')) at += 1
    }
  }
  return found
}

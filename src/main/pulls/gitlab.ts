import type { PullCheck, PullRequest } from '#shared/changes/pulls.ts'
import { AppError } from '#shared/errors.ts'
import { say } from '#shared/sentences.ts'
import type { ProgramAnswer } from '../git/start-program.ts'
import { type Cli, read, taken, WRITE_LIMIT_MS } from './ask-cli.ts'
import type { FailedCheck, Forge, ReviewComments } from './forge.ts'
import {
  pullIn,
  readApproved,
  readIssue,
  readJobs,
  readMerge,
  readNotes,
  readNumber,
  readSent,
  readSnippet,
  readUser,
  type SentComment,
} from './gitlab-answers.ts'
import type { RemoteName } from './remote-name.ts'

/** Failed jobs whose logs are read, and characters of each log; the end of a log tells most. */
const MOST_LOGS = 3
const MOST_LOG = 6_000

/** Creates the port to GitLab, through the program `glab`. A pull request is a merge request there. */
export function createGitlab(glab: Cli): Forge {
  const { get, send } = askingOf(glab)
  return {
    cli: 'glab',
    methods: ['merge', 'squash'],
    refOf: (number) => `refs/merge-requests/${number}/head`,
    find: (place, name, signal) => find(glab, place, name, signal),
    failures: async (place, { checks }, signal) => {
      const failed = checks.filter(({ state }) => state === 'fail')
      return Promise.all(failed.map((check, at) => failureOf(glab, place, { check, at }, signal)))
    },
    create: async (place, { title, body, isDraft, base, head }, signal) => {
      const merge = {
        source_branch: head,
        target_branch: base,
        title: isDraft ? `Draft: ${title}` : title,
        description: body,
      }
      taken(glab, await send(place.host, 'POST', `${projectOf(place)}/merge_requests`, merge, signal))
    },
    merge: async (place, { number, commit, method }, signal) => {
      const wish = { sha: commit, squash: method === 'squash' }
      taken(glab, await send(place.host, 'PUT', `${mergeOf(place, number)}/merge`, wish, signal))
    },
    comment: (place, review, signal) => comment(glab, place, review, signal),
    createIssue: async (place, { title, body, labels, assignees }, signal) => {
      const ids: number[] = []
      for (const name of assignees) {
        const path = `users?username=${encodeURIComponent(name)}`
        const id = read(glab, await get(place.host, path, signal), readUser)
        if (id === null) throw AppError.saying('other', say('pulls.noUser', { name }))
        ids.push(id)
      }
      const issue = { title, description: body, labels: labels.join(','), assignee_ids: ids }
      const answer = await send(place.host, 'POST', `${projectOf(place)}/issues`, issue, signal)
      // A project without issues refuses them with 403 or 404.
      if (!answer.ok && /HTTP 40[34]/.test(answer.problem)) return null
      return read(glab, answer, readIssue)
    },
    createDiscussion: async () => null,
    share: async (host, { title, fileName, text, isPublic }, signal) => {
      const snippet = {
        title,
        visibility: isPublic ? 'public' : 'private',
        files: [{ file_path: fileName, content: text }],
      }
      return read(glab, await send(host, 'POST', 'snippets', snippet, signal), readSnippet)
    },
    unshare: async (host, id, signal) => {
      const path = `snippets/${encodeURIComponent(id)}`
      const args = ['api', `--hostname=${host}`, '--method=DELETE', path]
      taken(glab, await glab.ask(args, { limitMs: WRITE_LIMIT_MS }, signal))
    },
  }
}

const projectOf = ({ repository }: RemoteName): string => `projects/${encodeURIComponent(repository)}`
const mergeOf = (place: RemoteName, number: number): string => `${projectOf(place)}/merge_requests/${number}`

/** Requests to the interface of the server. They name the host, so that no folder decides it. */
function askingOf(glab: Cli) {
  return {
    get: (host: string, path: string, signal: AbortSignal): Promise<ProgramAnswer> =>
      glab.ask(['api', `--hostname=${host}`, path], {}, signal),
    send: (
      host: string,
      method: 'POST' | 'PUT',
      path: string,
      body: Readonly<Record<string, unknown>>,
      signal: AbortSignal,
    ): Promise<ProgramAnswer> =>
      glab.ask(
        [
          'api',
          `--hostname=${host}`,
          `--method=${method}`,
          '--header=Content-Type: application/json',
          '--input=-',
          path,
        ],
        { input: JSON.stringify(body), limitMs: WRITE_LIMIT_MS },
        signal,
      ),
  }
}

async function find(
  glab: Cli,
  place: RemoteName,
  name: string | number,
  signal: AbortSignal,
): Promise<PullRequest | null> {
  const { get } = askingOf(glab)
  const number = typeof name === 'number' ? name : await numberOf(glab, place, name, signal)
  if (number === null) return null
  const found = await get(place.host, mergeOf(place, number), signal)
  if (!found.ok && /\b404\b(?!.*Project)/i.test(found.problem)) return null
  const merge = read(glab, found, readMerge)
  const notes = `${mergeOf(place, number)}/notes?sort=asc&order_by=created_at&per_page=100`
  const approvals = await get(place.host, `${mergeOf(place, number)}/approvals`, signal)
  return pullIn(merge, {
    checks: await jobsOf(glab, place, merge.head_pipeline, signal),
    comments: read(glab, await get(place.host, notes, signal), readNotes),
    // Servers without approvals refuse the question.
    isApproved: approvals.ok && read(glab, approvals, readApproved),
  })
}

async function numberOf(glab: Cli, place: RemoteName, branch: string, signal: AbortSignal) {
  const path = `${projectOf(place)}/merge_requests?source_branch=${encodeURIComponent(branch)}&order_by=updated_at&per_page=20`
  return read(glab, await askingOf(glab).get(place.host, path, signal), readNumber)
}

type Pipeline = { readonly id: number; readonly project_id?: number | undefined } | null

async function jobsOf(
  glab: Cli,
  place: RemoteName,
  pipeline: Pipeline,
  signal: AbortSignal,
): Promise<readonly PullCheck[]> {
  if (pipeline === null) return []
  const project =
    pipeline.project_id === undefined ? projectOf(place) : `projects/${String(pipeline.project_id)}`
  const path = `${project}/pipelines/${pipeline.id}/jobs?per_page=100`
  return read(glab, await askingOf(glab).get(place.host, path, signal), readJobs)
}

async function failureOf(
  glab: Cli,
  place: RemoteName,
  { check, at }: { readonly check: PullCheck; readonly at: number },
  signal: AbortSignal,
): Promise<FailedCheck> {
  const { name, link } = check
  const job = /\/-\/jobs\/(\d{1,20})(?:[/?#]|$)/.exec(link)?.[1]
  if (job === undefined || at >= MOST_LOGS) return { name, link, log: '' }
  const answer = await askingOf(glab).get(place.host, `${projectOf(place)}/jobs/${job}/trace`, signal)
  const log = answer.ok ? answer.output.toString('utf8').trim().slice(-MOST_LOG) : ''
  return { name, link, log }
}

/**
 * Writes each comment on a line as a thread of its own, then the one on the whole. GitLab takes them one by one, so those
 * that an earlier attempt has sent are left out.
 */
async function comment(
  glab: Cli,
  place: RemoteName,
  { number, body, lines, commit }: ReviewComments,
  signal: AbortSignal,
): Promise<void> {
  const { get, send } = askingOf(glab)
  const merge = read(glab, await get(place.host, mergeOf(place, number), signal), readMerge)
  if (merge.sha !== commit || merge.diff_refs === null)
    throw AppError.saying('other', say('pulls.movedSince', { number: String(number) }))
  const post = async (path: string, content: Readonly<Record<string, unknown>>) =>
    taken(glab, await send(place.host, 'POST', `${mergeOf(place, number)}/${path}`, content, signal))
  const newest = `${mergeOf(place, number)}/notes?sort=desc&order_by=created_at&per_page=100`
  const sent = read(glab, await get(place.host, newest, signal), readSent)
  const missing = lines.filter(
    ({ path, line, body: text }) => !sent.some((each) => isSent(each, { path, line, text, commit })),
  )
  for (const { path, line, body: text } of missing) {
    const at = { position_type: 'text', new_path: path, old_path: path, new_line: line }
    await post('discussions', { body: text, position: { ...merge.diff_refs, ...at } })
  }
  // Only the comments on lines tell an earlier attempt from the same words of another person or review.
  const isRepeated = lines.length > 0 && missing.length === 0
  const isThere = sent.some((each) => each.position == null && each.body.trim() === body.trim())
  if (body !== '' && !(isRepeated && isThere)) await post('notes', { body })
}

/** Whether a comment is on the line of the commit, with the same text. */
function isSent(
  { body, position }: SentComment,
  {
    path,
    line,
    text,
    commit,
  }: { readonly path: string; readonly line: number; readonly text: string; readonly commit: string },
): boolean {
  const isThere = position?.new_path === path && position.new_line === line && position.head_sha === commit
  return isThere && body.trim() === text.trim()
}

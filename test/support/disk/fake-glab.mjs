#!/usr/bin/env node
// A stand-in for `glab` with its real argument forms, over the interface of GitLab. Its state is in glab.state.json
// beside it, its calls in glab.calls.jsonl.
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const folder = dirname(fileURLToPath(import.meta.url))
const args = process.argv.slice(2)
const state = JSON.parse(readFileSync(join(folder, 'glab.state.json'), 'utf8'))
const words = args.filter((each) => !each.startsWith('-'))
const flags = Object.fromEntries(
  args
    .filter((each) => each.startsWith('--'))
    .map((each) => {
      const at = each.indexOf('=')
      return at < 0 ? [each.slice(2), true] : [each.slice(2, at), each.slice(at + 1)]
    }),
)
const save = () => writeFileSync(join(folder, 'glab.state.json'), JSON.stringify(state))
const fail = (text, code = 1) => {
  process.stderr.write(`${text}\n`)
  process.exit(code)
}
const print = (value) => process.stdout.write(JSON.stringify(value))
const known = (...names) => {
  for (const name of Object.keys(flags)) if (!names.includes(name)) fail(`Unknown flag: --${name}`)
}
const refuse = (message, status) => {
  print({ message })
  fail(`glab: ${message} (HTTP ${status})`)
}
appendFileSync(join(folder, 'glab.calls.jsonl'), `${JSON.stringify({ args, cwd: process.cwd() })}\n`)

const PROJECT = 'projects/sea%2Ftide%2Ftables'
const body = () => {
  if (flags.input !== '-' || !/^content-type: application\/json$/i.test(flags.header))
    refuse('400 Bad request', 400)
  return JSON.parse(readFileSync(0, 'utf8'))
}
const refs = { base_sha: 'b'.repeat(40), start_sha: 'b'.repeat(40) }
const found = () => ({ ...state.pull, diff_refs: { ...refs, head_sha: state.pull.sha } })

/** Answers by method and path, the first that fits. */
const ANSWERS = [
  [
    'GET',
    /^merge_requests\?source_branch=([^&]+)&/,
    ([branch]) => print(state.pull?.source_branch === decodeURIComponent(branch) ? [state.pull] : []),
  ],
  [
    'POST',
    /^merge_requests$/,
    () => {
      const { source_branch, target_branch, title, description } = body()
      state.pull = {
        iid: 7,
        title,
        description,
        source_branch,
        target_branch,
        web_url: `https://${flags.hostname}/sea/tide/tables/-/merge_requests/7`,
        author: { username: 'person' },
        state: 'opened',
        draft: title.startsWith('Draft: '),
        sha: state.head,
        source_project_id: 1,
        target_project_id: 1,
        has_conflicts: false,
        detailed_merge_status: 'mergeable',
        head_pipeline: { id: 5, project_id: 1 },
      }
      save()
      print(state.pull)
    },
  ],
  [
    'PUT',
    /^merge_requests\/7\/merge$/,
    () => {
      const { sha, squash } = body()
      if (sha !== state.pull.sha) refuse(`SHA does not match HEAD of source branch: ${state.pull.sha}`, 409)
      state.pull.state = 'merged'
      state.squashed = squash
      save()
      print(state.pull)
    },
  ],
  ['GET', /^merge_requests\/7\/notes\?/, () => print([...state.comments, ...(state.posted ?? [])])],
  ['GET', /^merge_requests\/7\/approvals$/, () => print({ approved_by: state.approvedBy ?? [] })],
  [
    'POST',
    /^merge_requests\/7\/(notes|discussions)$/,
    ([kind]) => {
      if (state.forbidsNotes) refuse('403 Forbidden', 403)
      if (state.posts === 0) refuse('502 Bad gateway', 502)
      if (state.posts !== undefined) state.posts -= 1
      state.posted = [...(state.posted ?? []), { kind, author: { username: 'person' }, ...body() }]
      save()
      print({ id: 1 })
    },
  ],
  [
    'GET',
    /^merge_requests\/(\d+)$/,
    ([number]) => (state.pull?.iid === Number(number) ? print(found()) : refuse('404 Not found', 404)),
  ],
  ['GET', /^jobs\/42\/trace$/, () => process.stdout.write(state.log ?? 'the depth is bad')],
  [
    'POST',
    /^issues$/,
    () => {
      if (state.noIssues) refuse('403 Forbidden', 403)
      state.issue = body()
      save()
      print({ iid: 9, web_url: `https://${flags.hostname}/sea/tide/tables/-/issues/9` })
    },
  ],
]
const WITHOUT_PROJECT = [
  ['GET', /^projects\/1\/pipelines\/5\/jobs\?/, () => print(state.checks)],
  ['GET', /^users\?username=(\w+)$/, ([name]) => print(name === 'mei' ? [{ id: 3 }] : [])],
  [
    'POST',
    /^snippets$/,
    () => {
      state.gist = body()
      save()
      print({ id: 11, web_url: `https://${flags.hostname}/-/snippets/11` })
    },
  ],
  [
    'DELETE',
    /^snippets\/11$/,
    () => {
      state.gist = null
      save()
    },
  ],
]

if (words[0] === 'auth' && words[1] === 'status') {
  known('hostname')
  if (!state.signedIn) fail(`x ${flags.hostname}: has not been authenticated with glab.`)
} else if (words[0] === 'api') {
  known('hostname', 'method', 'header', 'input')
  const method = flags.method ?? (flags.input === undefined ? 'GET' : 'POST')
  const path = words.at(-1)
  const inProject = path.startsWith(`${PROJECT}/`)
  const rest = inProject ? path.slice(PROJECT.length + 1) : path
  const row = (inProject ? ANSWERS : WITHOUT_PROJECT).find(
    ([how, pattern]) => how === method && pattern.test(rest),
  )
  if (state.raw !== undefined) process.stdout.write(state.raw)
  else if (row === undefined) refuse(inProject ? '404 Not found' : '404 Project Not Found', 404)
  else row[2](row[1].exec(rest).slice(1))
} else fail(`Unknown command ${JSON.stringify(words[0])} for "glab"`)

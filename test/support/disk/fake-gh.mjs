#!/usr/bin/env node
// A stand-in for `gh` with its real argument forms. Its state is in gh.state.json beside it, its calls in gh.calls.jsonl.
import { execFileSync } from 'node:child_process'
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const folder = dirname(fileURLToPath(import.meta.url))
const args = process.argv.slice(2)
const state = JSON.parse(readFileSync(join(folder, 'gh.state.json'), 'utf8'))
const words = args.filter((each) => !each.startsWith('-'))
const flags = Object.fromEntries(
  args
    .filter((each) => each.startsWith('--'))
    .map((each) => {
      const at = each.indexOf('=')
      return at < 0 ? [each.slice(2), true] : [each.slice(2, at), each.slice(at + 1)]
    }),
)
const save = () => writeFileSync(join(folder, 'gh.state.json'), JSON.stringify(state))
const fail = (text, code = 1) => {
  process.stderr.write(`${text}\n`)
  process.exit(code)
}
const print = (value) => process.stdout.write(`${JSON.stringify(value)}\n`)
const known = (...names) => {
  for (const name of Object.keys(flags)) if (!names.includes(name)) fail(`unknown flag: --${name}`)
}
/** With `ci` the checks look at the branch in its remote: a file must not hold a word. */
const inRemote = (...more) =>
  execFileSync('git', ['-C', state.ci.remote, ...more], { encoding: 'utf8' }).trim()
const checksNow = () => {
  if (state.ci === undefined) return state.checks
  const isBad = inRemote('show', `${state.pull.headRefOid}:${state.ci.path}`).includes(state.ci.bad)
  const link = 'https://github.com/tide/tables/actions/runs/21/job/42'
  return [{ name: 'depth', bucket: isBad ? 'fail' : 'pass', link }]
}
appendFileSync(join(folder, 'gh.calls.jsonl'), `${JSON.stringify({ args, cwd: process.cwd() })}\n`)

if (state.ci !== undefined && state.pull !== null)
  state.pull.headRefOid = inRemote('rev-parse', `refs/heads/${state.pull.headRefName}`)
const command = words.slice(0, 2).join(' ')
if (command === 'auth status') {
  known('hostname')
  if (!state.signedIn) fail(`You are not logged into any accounts on ${flags.hostname}`)
} else if (command === 'pr view') {
  known('repo', 'json')
  if (state.raw !== undefined) process.stdout.write(state.raw)
  else if (/^\d+$/.test(words[2]) && state.pull?.number !== Number(words[2]))
    fail(
      `GraphQL: Could not resolve to a PullRequest with the number of ${words[2]}. (repository.pullRequest)`,
    )
  else if (!/^\d+$/.test(words[2]) && state.pull?.headRefName !== words[2])
    fail(`no pull requests found for branch "${words[2]}"`)
  else print(Object.fromEntries(flags.json.split(',').map((name) => [name, state.pull[name]])))
} else if (command === 'pr checks') {
  known('repo', 'json')
  const checks = checksNow()
  if (checks.length === 0) fail(`no checks reported on the '${state.pull.headRefName}' branch`)
  print(checks)
  if (checks.some(({ bucket }) => bucket === 'fail')) process.exit(1)
  if (checks.some(({ bucket }) => bucket === 'pending')) process.exit(8)
} else if (command === 'pr create') {
  known('repo', 'title', 'body-file', 'base', 'head', 'draft')
  if (flags['body-file'] !== '-' || !flags.title || !flags.base || !flags.head)
    fail('must provide `--title` and `--body`')
  state.pull = {
    number: 7,
    title: flags.title,
    body: readFileSync(0, 'utf8'),
    url: `https://${flags.repo}/pull/7`,
    author: { login: 'person' },
    state: 'OPEN',
    isDraft: flags.draft === true,
    headRefName: flags.head,
    baseRefName: flags.base,
    headRefOid: state.head,
    mergeable: 'MERGEABLE',
    isCrossRepository: false,
    reviewDecision: '',
    additions: 3,
    deletions: 1,
    comments: state.comments,
  }
  save()
  process.stdout.write(`${state.pull.url}\n`)
} else if (command === 'pr merge') {
  known('repo', 'merge', 'squash', 'rebase', 'match-head-commit')
  if (flags['match-head-commit'] !== state.pull.headRefOid)
    fail('Head branch was modified. Review and try the merge again.')
  state.pull.state = 'MERGED'
  save()
} else if (command === 'run view') {
  known('repo', 'job', 'log-failed')
  process.stdout.write(`depth\tRun\t${state.log ?? 'the depth is bad'}\n`)
} else if (command === 'issue create') {
  known('repo', 'title', 'body-file', 'label', 'assignee')
  if (state.noIssues) fail(`the '${flags.repo}' repository has disabled issues`)
  if (flags['body-file'] !== '-' || !flags.title)
    fail('must provide `--title` and `--body` when not running interactively')
  const all = (name) =>
    args.filter((each) => each.startsWith(`--${name}=`)).map((each) => each.slice(name.length + 3))
  const body = readFileSync(0, 'utf8')
  state.issue = { title: flags.title, body, labels: all('label'), assignees: all('assignee') }
  save()
  process.stdout.write(`https://${flags.repo}/issues/9\n`)
} else if (words[0] === 'api') {
  known('hostname', 'method', 'input')
  const input = () => JSON.parse(readFileSync(0, 'utf8'))
  const method = flags.method ?? 'GET'
  if (method === 'POST' && words[1] === 'gists') {
    state.gist = input()
    save()
    print({ id: 'abc123', html_url: `https://gist.${flags.hostname}/person/abc123` })
  } else if (method === 'DELETE' && words[1] === 'gists/abc123') {
    state.gist = null
    save()
  } else if (method === 'POST' && words[1] === 'graphql') {
    const { query, variables } = input()
    if (query.startsWith('mutation')) {
      state.discussion = variables
      save()
      const url = `https://${flags.hostname}/tide/tables/discussions/3`
      print({ data: { createDiscussion: { discussion: { url } } } })
    } else {
      const nodes = [
        { id: 'c1', name: 'Announcements' },
        { id: 'c2', name: 'General' },
      ]
      const discussionCategories = { nodes }
      const repository = { id: 'r1', hasDiscussionsEnabled: !state.noDiscussions, discussionCategories }
      print({ data: { repository } })
    }
  } else if (method === 'POST' && words[1].endsWith(`/pulls/${state.pull?.number}/reviews`)) {
    const review = input()
    if (review.comments.length === 0 && review.body === '') fail('gh: Validation Failed (HTTP 422)')
    state.review = review
    save()
    print({ id: 1 })
  } else if (method === 'GET') print(state.lineComments)
  else fail('gh: Not Found (HTTP 404)')
} else fail(`unknown command ${JSON.stringify(words[0])} for "gh"`)

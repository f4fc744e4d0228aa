import { z } from 'zod'
import { type Cli, read, refused, taken, WRITE_LIMIT_MS } from './ask-cli.ts'
import type { Forge } from './forge.ts'
import { failedChecks, inRepository, pullOf } from './read-github.ts'
import type { RemoteName } from './remote-name.ts'

/** Creates the port to GitHub, through the program `gh`. */
export function createGithub(gh: Cli): Forge {
  const change = async (args: readonly string[], input: string | null, signal: AbortSignal) => {
    const more = input === null ? {} : { input }
    return gh.ask(args, { ...more, limitMs: WRITE_LIMIT_MS }, signal)
  }
  return {
    cli: 'gh',
    methods: ['merge', 'squash', 'rebase'],
    refOf: (number) => `refs/pull/${number}/head`,
    find: (place, name, signal) => pullOf(gh, place, name, signal),
    failures: (place, pull, signal) => failedChecks(gh, place, pull, signal),
    create: async (place, { title, body, isDraft, base, head }, signal) => {
      const args = ['pr', 'create', ...inRepository(place), `--title=${title}`, '--body-file=-']
      const draft = isDraft ? ['--draft'] : []
      taken(gh, await change([...args, `--base=${base}`, `--head=${head}`, ...draft], body, signal))
    },
    merge: async (place, { number, commit, method }, signal) => {
      const args = ['pr', 'merge', String(number), ...inRepository(place), `--${method}`]
      taken(gh, await change([...args, `--match-head-commit=${commit}`], null, signal))
    },
    comment: async (place, { number, commit, body, lines }, signal) => {
      const comments = lines.map((each) => ({ ...each, side: 'RIGHT' }))
      // The server wants a text with a review that has no comments on lines.
      const review = { commit_id: commit, event: 'COMMENT', body, comments }
      const path = `repos/${place.repository}/pulls/${number}/reviews`
      taken(gh, await change(posting(place.host, path), JSON.stringify(review), signal))
    },
    createIssue: async (place, { title, body, labels, assignees }, signal) => {
      const args = ['issue', 'create', ...inRepository(place), `--title=${title}`, '--body-file=-']
      const more = [
        ...labels.map((each) => `--label=${each}`),
        ...assignees.map((each) => `--assignee=${each}`),
      ]
      const answer = await change([...args, ...more], body, signal)
      if (!answer.ok && /has disabled issues/i.test(answer.problem)) return null
      return pageIn(taken(gh, answer))
    },
    createDiscussion: async (place, text, signal) => createDiscussion(gh, place, text, signal),
    share: async (host, { title, fileName, text, isPublic }, signal) => {
      const gist = { description: title, public: isPublic, files: { [fileName]: { content: text } } }
      const answer = await change(posting(host, 'gists'), JSON.stringify(gist), signal)
      const { id, html_url: url } = read(gh, answer, (output) => Gist.parse(JSON.parse(output)))
      return { id, url }
    },
    unshare: async (host, id, signal) => {
      const args = ['api', `--hostname=${host}`, '--method=DELETE', `gists/${encodeURIComponent(id)}`]
      taken(gh, await change(args, null, signal))
    },
  }
}

const Page = z.string().regex(/^https:\/\/[^\s"'<>]{1,2000}$/)
const Gist = z.object({ id: z.string().regex(/^\w{1,100}$/), html_url: Page })

const posting = (host: string, path: string): readonly string[] => [
  'api',
  `--hostname=${host}`,
  '--method=POST',
  path,
  '--input=-',
]

/** Returns the address that `gh` printed last; empty where it printed none. */
const pageIn = (output: string): string => Page.catch('').parse(output.trim().split('\n').at(-1))

/** Names of categories for questions and ideas, the best first. */
const USUAL_CATEGORIES = ['General', 'Ideas', 'Q&A'] as const

const Categories = z.object({
  data: z.object({
    repository: z.object({
      id: z.string(),
      hasDiscussionsEnabled: z.boolean(),
      discussionCategories: z.object({ nodes: z.array(z.object({ id: z.string(), name: z.string() })) }),
    }),
  }),
})
const Discussed = z.object({
  data: z.object({ createDiscussion: z.object({ discussion: z.object({ url: Page }) }) }),
})

const ASK_CATEGORIES =
  'query($owner: String!, $name: String!) { repository(owner: $owner, name: $name) { id hasDiscussionsEnabled discussionCategories(first: 50) { nodes { id name } } } }'
const CREATE_DISCUSSION =
  'mutation($repositoryId: ID!, $categoryId: ID!, $title: String!, $body: String!) { createDiscussion(input: { repositoryId: $repositoryId, categoryId: $categoryId, title: $title, body: $body }) { discussion { url } } }'

async function createDiscussion(
  gh: Cli,
  { host, repository }: RemoteName,
  { title, body }: { readonly title: string; readonly body: string },
  signal: AbortSignal,
): Promise<string | null> {
  const ask = async (query: string, variables: Readonly<Record<string, string>>) =>
    gh.ask(posting(host, 'graphql'), { input: JSON.stringify({ query, variables }) }, signal)
  const [owner = '', name = ''] = repository.split('/')
  const found = read(gh, await ask(ASK_CATEGORIES, { owner, name }), (output) =>
    Categories.parse(JSON.parse(output)),
  ).data.repository
  const { nodes } = found.discussionCategories
  const usual = USUAL_CATEGORIES.flatMap((each) => nodes.filter((node) => node.name === each))
  const category = usual[0] ?? nodes[0]
  if (!found.hasDiscussionsEnabled || category === undefined) return null
  const wish = { repositoryId: found.id, categoryId: category.id, title, body }
  const made = await ask(CREATE_DISCUSSION, wish)
  if (!made.ok) throw refused(gh, made.problem)
  return read(gh, made, (output) => Discussed.parse(JSON.parse(output))).data.createDiscussion.discussion.url
}

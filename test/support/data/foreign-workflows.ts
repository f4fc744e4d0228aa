/** A workflow file as Claude Code runs it, with the arguments of a run and the request at which the test kills the app. Counts from 1. */
export type ForeignWorkflow = {
  readonly name: string
  readonly script: string
  readonly args: unknown
  readonly killAt: number
  /** The agents of a whole run that answer. */
  readonly agents: number
}

const SHARDS = `export const meta = {
  name: 'review-shards',
  description: 'Reviews parts of a repository and merges the findings.',
  whenToUse: 'Before a large change is merged.',
  phases: [{ title: 'Review', detail: 'One reviewer for each part' }, { title: 'Merge', model: 'opus' }],
}

const parts = (args && args.parts) || ['api', 'cli', 'docs']
const FINDINGS = {
  type: 'object',
  properties: { findings: { type: 'array', items: { type: 'string' } } },
  required: ['findings'],
}

phase('Review')
const reviews = await parallel(
  parts.map((part) => () =>
    agent('Review ' + part + ' for defects.', { label: 'review:' + part, schema: FINDINGS, agentType: 'Explore' })),
)
const found = reviews.filter(Boolean).flatMap((review) => review.findings)
log(found.length + ' findings')

phase('Merge')
return { found: found.length, summary: await agent('Merge: ' + found.join('; '), { model: 'opus' }) }
`

const PIPELINE = `export const meta = {
  name: 'migrate-files',
  description: 'Plans, changes and checks each file on its own.',
  phases: [{ title: 'Migrate' }],
}
const files = ['a.ts', 'b.ts', 'c.ts']
phase('Migrate')
const done = await pipeline(
  files,
  (file) => agent(\`Plan the migration of \${file}.\`, { label: \`plan \${file}\`, model: 'haiku' }),
  (plan, file) => agent(\`Migrate \${file} by this plan: \${plan}\`, { label: \`migrate \${file}\` }),
  (result, file, index) => ({ file, index, result }),
)
return done.filter((each) => each !== null)
`

const LOOP = `export const meta = { name: 'until-dry', description: 'Looks for risks until a round finds none.' }
const seen = new Set()
let round = 0
while (round < 4) {
  round++
  const reply = await agent(\`Round \${round}: name a risk that is not among \${[...seen].join(', ') || 'none'}.\`)
  if (seen.has(reply)) break
  seen.add(reply)
}
return { round, risks: [...seen] }
`

const PANEL = `export const meta = {
  name: 'judge-panel',
  description: 'Three designs and two judges.',
  phases: [{ title: 'Design' }, { title: 'Judge' }],
}
const VERDICT = {
  type: 'object',
  properties: { winner: { type: 'integer', minimum: 0, maximum: 9 }, why: { type: 'string' } },
  required: ['winner', 'why'],
  additionalProperties: false,
}
const angles = ['simple', 'fast', 'safe']
const designs = await parallel(angles.map((angle) => () => agent(\`Design the cache to be \${angle}.\`, { phase: 'Design', label: angle })))
const votes = await parallel(
  [1, 2].map((judge) => () => agent(\`Judge \${judge}: choose among \${JSON.stringify(designs)}\`, { phase: 'Judge', schema: VERDICT })),
)
const tally = {}
for (const { winner } of votes.filter(Boolean)) tally[winner] = (tally[winner] ?? 0) + 1
return { tally, designs: designs.length }
`

const REFUTE = `export const meta = { name: 'refute-claims', description: 'Keeps the claims that nobody refutes.' }
const claims = args.claims
const VOTE = { type: 'object', properties: { refuted: { type: 'boolean' } }, required: ['refuted'] }
const kept = await pipeline(claims, async (claim) => {
  const ask = () => agent(\`Try to refute: \${claim}\`, { schema: VOTE, agentType: 'general-purpose' })
  const votes = (await parallel([ask, ask])).filter(Boolean)
  return { claim, kept: votes.filter((vote) => !vote.refuted).length }
})
return kept
`

const READERS = `export const meta = { name: 'read-only-tour', description: 'A tour of the repository by readers.' }
const tour = []
for (const place of ['entry points', 'tests', 'build']) {
  tour.push(await agent(\`Describe the \${place}.\`, { allowedTools: ['Read', 'Grep', 'Glob', 'LS'], model: 'sonnet' }))
}
return tour.join('\\n')
`

const CATCHES = `export const meta = { name: 'with-fallback', description: 'Goes on after a failed step.' }
async function careful(prompt, options) {
  try {
    return await agent(prompt, options)
  } catch (error) {
    log(\`Failed: \${error.message}\`)
    return 'nothing'
  }
}
const first = await careful('Say what the project is.')
const missing = await careful('Use an agent that is not there.', { agentType: 'not-there' })
const results = await parallel([() => { throw new Error('broken thunk') }, () => agent('Say what comes next.')])
return { first, missing, results }
`

const BUDGET = `export const meta = { name: 'within-budget', description: 'Collects ideas while there is budget.' }
const ideas = []
while (ideas.length < 3 && (!budget.total || budget.remaining() > 1000)) {
  ideas.push(await agent(\`Idea number \${ideas.length + 1}, at hour \${new Date(0).getUTCHours()}.\`))
}
return { ideas, limited: budget.total !== null, left: budget.remaining() === Infinity }
`

const PARENT = `export const meta = { name: 'release', description: 'Runs the notes of a release, then checks them.' }
phase('Notes')
const notes = await workflow('release-notes', { tag: args?.tag ?? 'v1' })
phase('Check')
const check = await agent(\`Check these notes: \${notes.text}\`, { effort: 'low' })
return { notes, check }
`

/** The workflow that \`release\` runs inside. */
export const RELEASE_NOTES = `export const meta = { name: 'release-notes', description: 'Writes the notes of a release.' }
const commits = await agent(\`List the commits since \${args.tag}.\`)
const text = await agent(\`Write notes from: \${commits}\`)
return { tag: args.tag, text }
`

const FAN = `export const meta = {
  name: 'fan-out',
  description: 'Asks many agents the same kind of question.',
  phases: [{ title: 'Ask' }],
}

function chunk(list, size) {
  const chunks = []
  for (let at = 0; at < list.length; at += size) chunks.push(list.slice(at, at + size))
  return chunks
}

const modules = Array.from({ length: 6 }, (_, at) => 'module-' + (at + 1))
const answers = []
for (const group of chunk(modules, 2)) {
  answers.push(...await parallel(group.map((name) => () => agent('Count the exports of ' + name, { phase: 'Ask', label: name }))))
}
return Object.fromEntries(modules.map((name, at) => [name, answers[at]]))
`

/** Workflow files in the shapes that people write them, made for the test. */
export const FOREIGN_WORKFLOWS: readonly ForeignWorkflow[] = [
  { name: 'review-shards', script: SHARDS, args: { parts: ['core', 'web', 'docs'] }, killAt: 3, agents: 4 },
  { name: 'migrate-files', script: PIPELINE, args: null, killAt: 4, agents: 6 },
  { name: 'until-dry', script: LOOP, args: null, killAt: 2, agents: 4 },
  { name: 'judge-panel', script: PANEL, args: null, killAt: 5, agents: 5 },
  {
    name: 'refute-claims',
    script: REFUTE,
    args: { claims: ['It is fast.', 'It is safe.'] },
    killAt: 4,
    agents: 4,
  },
  { name: 'read-only-tour', script: READERS, args: null, killAt: 2, agents: 3 },
  { name: 'with-fallback', script: CATCHES, args: null, killAt: 2, agents: 2 },
  { name: 'within-budget', script: BUDGET, args: null, killAt: 3, agents: 3 },
  { name: 'release', script: PARENT, args: { tag: 'v2' }, killAt: 2, agents: 3 },
  { name: 'fan-out', script: FAN, args: null, killAt: 5, agents: 6 },
]

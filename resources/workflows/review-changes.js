export const meta = {
  name: 'review-changes',
  description: 'Reviews changed code from several sides, then lets three agents try to refute each finding and keeps what two of them confirm.',
  phases: [
    { title: 'Review', detail: 'One agent for each side to look from.' },
    { title: 'Verify', detail: 'Three agents for each finding.' },
  ],
  args: {
    type: 'object',
    properties: {
      what: { type: 'string', description: 'What to review, for example "the last commit". All changes not committed yet unless given.' },
      against: { type: 'string', format: 'branch', title: 'Compare against', description: 'Reviews what differs from this branch, unless something else is named above.' },
      base: {
        type: 'string',
        pattern: '^[0-9a-f]{40,64}$',
        title: 'From this commit',
        description: 'With the commit below: reviews the difference between the two, without the files of the folder.',
      },
      head: { type: 'string', pattern: '^[0-9a-f]{40,64}$', title: 'To this commit' },
      paths: {
        type: 'array',
        items: { type: 'string', minLength: 1, format: 'path' },
        maxItems: 50,
        title: 'Only these paths',
        description: 'One a line. Everything that changed unless given.',
      },
      dimensions: {
        type: 'array',
        items: { type: 'string', minLength: 1 },
        minItems: 1,
        maxItems: 12,
        description: 'What to look for. Correctness, security, tests and clarity unless given.',
      },
      most: { type: 'integer', minimum: 1, maximum: 100, description: 'The most findings to verify. 20 unless given.' },
    },
    additionalProperties: false,
  },
}

const commits =
  args.base !== undefined && args.head !== undefined
    ? `the changes from commit ${args.base} to commit ${args.head} (see them with git diff ${args.base} ${args.head}, and read a file as it is there with git show ${args.head}:path; the files of the folder may differ)`
    : undefined
const changes =
  commits ??
  args.what ??
  (args.against ? `everything that differs from the branch ${args.against}` : 'all changes that are not committed yet')
const what = args.paths ? `${changes}, only in ${args.paths.join(', ')},` : changes
const dimensions = args.dimensions ?? ['correctness', 'security', 'tests', 'clarity']
const most = args.most ?? 20

const FINDINGS = {
  type: 'object',
  properties: {
    findings: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          file: { type: 'string', description: 'The path in the repository.' },
          line: { type: 'integer', minimum: 1, description: 'The line in the new file.' },
          title: { type: 'string' },
          why: { type: 'string' },
        },
        required: ['file', 'title', 'why'],
        additionalProperties: false,
      },
    },
  },
  required: ['findings'],
  additionalProperties: false,
}
const VERDICT = {
  type: 'object',
  properties: { real: { type: 'boolean' }, why: { type: 'string' } },
  required: ['real', 'why'],
  additionalProperties: false,
}

phase('Review')
const reviews = await parallel(
  dimensions.map((dimension) => () =>
    agent(
      `Review ${what} in this project for ${dimension}, and for nothing else. Look at the changes with git, and read the code around them. Report what is wrong, with the file (and line) and why it matters. Report nothing you have not seen in the code; an empty list is a good answer.

\`\`\`practice
search for TODO
\`\`\``,
      { label: `Review ${dimension}`, schema: FINDINGS },
    ),
  ),
)

const seen = new Set()
const findings = reviews
  .flatMap((review, at) => (review === null ? [] : review.findings.map((each) => ({ ...each, dimension: dimensions[at] }))))
  .filter(({ file, title }) => {
    const key = `${file} ${title}`.toLowerCase()
    return seen.has(key) ? false : seen.add(key)
  })
const failed = dimensions.filter((_, at) => reviews[at] === null)
if (failed.length > 0) log(`Not reviewed for ${failed.join(', ')}: the agents did not finish.`)
log(`${findings.length} findings to verify.`)
if (findings.length > most) log(`Only the first ${most} are verified.`)

phase('Verify')
const verdicts = await pipeline(findings.slice(0, most), async (finding) => {
  // Three times the same question: the answers are independent because no agent sees another's.
  const votes = await parallel(
    [1, 2, 3].map((voter) => () =>
      agent(
        `A reviewer claims the following about this project. ${commits === undefined ? '' : `It is about ${commits}. `}Try to refute it: read the code it names and look for what the reviewer missed. Answer real: true only if you could not refute it.

Claim, as JSON: ${JSON.stringify(finding)}

\`\`\`practice
say true
\`\`\``,
        { label: `Verify ${voter}: ${finding.title}`.slice(0, 100), schema: VERDICT },
      ),
    ),
  )
  const cast = votes.filter((vote) => vote !== null)
  return { ...finding, confirmedBy: cast.filter(({ real }) => real).length, of: cast.length, reasons: cast.map(({ why }) => why) }
})

const checked = verdicts.filter((verdict) => verdict !== null)
const confirmed = checked.filter(({ confirmedBy }) => confirmedBy >= 2)
return {
  confirmed,
  refuted: checked.filter(({ confirmedBy }) => confirmedBy < 2),
  notReviewed: failed,
}

export const meta = {
  name: 'judge-panel',
  description: 'Lets several agents answer one question in different ways, and a panel of judges choose the best answer.',
  phases: [
    { title: 'Answer', detail: 'One agent for each approach.' },
    { title: 'Judge', detail: 'Each judge reads all answers.' },
    { title: 'Improve', detail: 'The winner takes in what the others did better.' },
  ],
  args: {
    type: 'object',
    properties: {
      question: { type: 'string', minLength: 1, description: 'The question or task.' },
      approaches: {
        type: 'array',
        items: { type: 'string', minLength: 1 },
        minItems: 2,
        maxItems: 8,
        description: 'How to go about it. The simplest, the most robust and an unusual one unless given.',
      },
      judges: { type: 'integer', minimum: 1, maximum: 9, description: 'How many judges. 3 unless given.' },
    },
    required: ['question'],
    additionalProperties: false,
  },
}

const approaches = args.approaches ?? [
  'the simplest thing that could work',
  'the most robust thing, for when everything around it fails',
  'something unusual that others would not think of',
]
const judges = args.judges ?? 3

phase('Answer')
const answers = await parallel(
  approaches.map((approach, at) => () =>
    agent(
      `${args.question}

Go about it like this: ${approach}. You may read the project, but change nothing. Answer in at most 60 lines.

\`\`\`practice
say Answer ${at + 1}, by ${approach}.
\`\`\``,
      { label: approach.slice(0, 80), tools: ['list', 'glob', 'grep', 'read'] },
    ),
  ),
)
const candidates = answers.flatMap((text, at) => (text === null ? [] : [{ number: at + 1, text }]))
if (candidates.length === 0) return { answer: null, problem: 'No agent gave an answer.' }

phase('Judge')
const votes = await parallel(
  Array.from({ length: judges }, (_, at) => () => {
    // Each judge reads the answers in another order, so that none is favoured by its place.
    const turned = candidates.map((_each, place) => candidates[(place + at) % candidates.length])
    return agent(
      `You judge answers to this question: ${JSON.stringify(args.question)}

Choose the one that is right, complete and simple, in this order. Check what can be checked in the project.

Answers, as JSON: ${JSON.stringify(turned)}

\`\`\`practice
say ${turned[0].number}
\`\`\``,
      {
        label: `Judge ${at + 1}`,
        tools: ['list', 'glob', 'grep', 'read'],
        schema: {
          type: 'object',
          properties: {
            winner: { type: 'integer', enum: candidates.map(({ number }) => number) },
            why: { type: 'string' },
          },
          required: ['winner', 'why'],
          additionalProperties: false,
        },
      },
    )
  }),
)
const cast = votes.filter((vote) => vote !== null)
const tally = candidates.map(({ number }) => ({ number, votes: cast.filter(({ winner }) => winner === number).length }))
const best = tally.reduce((left, right) => (right.votes > left.votes ? right : left))
log(`Votes: ${tally.map(({ number, votes: count }) => `answer ${number} has ${count}`).join(', ')}.`)

phase('Improve')
const chosen = candidates.find(({ number }) => number === best.number)
const answer = await agent(
  `This answer was chosen for the question ${JSON.stringify(args.question)}. Improve it with what the judges said and with what the other answers do better. Keep it as simple as it is.

Chosen, other answers and judges, as JSON: ${JSON.stringify({ chosen, others: candidates.filter((each) => each !== chosen), judges: cast })}

\`\`\`practice
say Answer ${best.number} was chosen with ${best.votes} of ${cast.length} votes.
\`\`\``,
  { label: 'Improve the winner', tools: ['list', 'glob', 'grep', 'read'] },
)
return { answer: answer ?? chosen.text, chosen: best.number, tally, reasons: cast.map(({ why }) => why) }

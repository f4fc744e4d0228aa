import type { Move } from './emission.ts'
import { read, type Step, step, type Task, write } from './task.ts'

const CODE = '7312'
const NOTE = { 'notes/n3.md': `# Note 3\n\nThe code of note 3 is ${CODE}.\n` }
const lookUp: Move = {
  tool: 'agent',
  args: { title: 'Look up 3', prompt: 'HELPER Look up the code of note 3.', agent: 'explore' },
}
const helper = (): Move => read('notes/n3.md')
/** Writes the code once it is in sight; a model cannot write what it was not told. */
const noteCode: Step = {
  calls: ({ visible }) => [write('code.txt', `${visible.includes(CODE) ? CODE : 'unknown'}\n`)],
}
const meant = { 'code.txt': `${CODE}\n` }

/** A picture of one dot, all of whose bytes are signs of ASCII. */
const DOT = 'GIF89a\u0001\0\u0001\0\0\0\0,\0\0\0\0\u0001\0\u0001\0\0\u0002\u0002D\u0001\0;'

/** Work in which something is missing: the eyes of the model, or the answer of an agent that works for it. */
export const LACKING_TASKS: readonly Task[] = [
  {
    name: 'a picture for a model that sees none',
    files: { 'shot.gif': DOT },
    model: 'blind',
    refuses: ({ messages }) =>
      JSON.stringify(messages).includes('"image_url":{') ? 'This model does not support image input.' : null,
    turns: [
      {
        ask: 'Say in seen.txt whether you can see shot.gif.',
        steps: [
          step(read('shot.gif')),
          {
            calls: ({ visible }) => [
              write(
                'seen.txt',
                /shot\.gif \(image\/gif\), which you cannot see/.test(visible) ? 'no\n' : 'yes\n',
              ),
            ],
          },
        ],
        say: 'I cannot see it.',
      },
    ],
    meant: { 'seen.txt': 'no\n' },
  },
  {
    name: 'an agent that only thinks at first',
    files: NOTE,
    helper,
    helperSlip: 'thinks first',
    turns: [
      {
        ask: 'Let an agent look up the code of note 3.',
        steps: [step(lookUp), noteCode],
        say: 'The code is in code.txt.',
      },
    ],
    meant,
  },
  {
    name: 'an agent that never says anything',
    files: NOTE,
    helper,
    helperSlip: 'silent',
    turns: [
      {
        ask: 'Let an agent look up the code of note 3; look yourself if it finds nothing.',
        steps: [
          { ...step(lookUp), mayFail: true },
          {
            calls: ({ results }) => (/fail|empty|nothing/i.test(results.at(-1) ?? '') ? [helper()] : []),
          },
          noteCode,
        ],
        say: 'The code is in code.txt; the agent said nothing.',
      },
    ],
    meant,
  },
]

import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { CAREFUL } from './lab.ts'
import { bash, edit, read, type Step, step, type Task, type Turn, write } from './task.ts'

const SUM = `export function add(a, b) {
  return a - b
}

export function twice(a) {
  return add(a, a)
}
`
const TEST = `import assert from 'node:assert'
import { twice } from './sum.js'

assert.equal(twice(4), 8, 'twice(4) should be 8')
`
const LONG = Array.from(
  { length: 220 },
  (_, at) => `export const rule${at} = { id: ${at}, name: 'rule ${at}', on: ${at % 2 === 0} }`,
).join('\n')
const HALF_OF_LONG = LONG.split('\n').slice(0, 30)
const FACTS = Object.fromEntries(
  Array.from({ length: 60 }, (_, at) => [
    `notes/n${at}.md`,
    `# Note ${at}\n\n${'A line that says little about the matter. '.repeat(18)}\nThe code of note ${at} is ${(at * 7919) % 10_000}.\n`,
  ]),
)
const CODE_OF_3 = String((3 * 7919) % 10_000)
const MENDED = SUM.replace('a - b', 'a + b')
const mend = edit('src/sum.js', '  return a - b', '  return a + b')
const sum = { 'src/sum.js': SUM }

/** Writes the file that holds a fact, once that fact is in sight, and looks it up before. */
const factSteps: readonly Step[] = [
  {
    calls: ({ visible }) => (visible.includes(`code of note 3 is ${CODE_OF_3}`) ? [] : [read('notes/n3.md')]),
  },
  step(write('answer.txt', `${CODE_OF_3}\n`)),
]
const twelve = Array.from({ length: 12 }, (_, round) =>
  step(...[0, 1, 2, 3, 4].map((at) => read(`notes/n${round * 5 + at}.md`))),
)

/** A turn in which the model looks at notes, so that the chat grows. */
const looking = (from: number): Turn => ({
  ask: `Read notes ${from} to ${from + 4}.`,
  steps: [step(...[0, 1, 2, 3, 4].map((at) => read(`notes/n${from + at}.md`)))],
  say: 'I have read them.',
})

/** Does what a rule wants where the rule is in sight; a model cannot follow what it is not told. */
const ruled = (rule: string, obeyed: string, ignored: string, path: string): Step => ({
  calls: ({ visible }) => [write(path, visible.includes(rule) ? obeyed : ignored)],
})

/** Work in which something happens around the model. */
export const FLOW_TASKS: readonly Task[] = [
  {
    name: 'planned work',
    files: sum,
    turns: [
      {
        ask: 'Mend add and note it. Keep a plan.',
        steps: [
          step({
            tool: 'plan',
            args: {
              goal: 'Mend add',
              steps: [
                { title: 'Mend', status: 'running' },
                { title: 'Note it', status: 'pending' },
              ],
            },
          }),
          step(read('src/sum.js')),
          step(mend),
          step({
            tool: 'plan',
            args: {
              goal: 'Mend add',
              steps: [
                { title: 'Mend', status: 'completed' },
                { title: 'Note it', status: 'running' },
              ],
            },
          }),
          step(write('CHANGES.md', '- add adds\n')),
          step({
            tool: 'plan',
            args: {
              goal: 'Mend add',
              steps: [
                { title: 'Mend', status: 'completed' },
                { title: 'Note it', status: 'completed' },
              ],
            },
          }),
        ],
        say: 'Both steps are done.',
      },
    ],
    meant: { 'src/sum.js': MENDED, 'CHANGES.md': '- add adds\n' },
  },
  {
    name: 'a file that somebody else changes in between',
    files: sum,
    turns: [
      {
        ask: 'Mend add.',
        steps: [
          {
            ...step(read('src/sum.js')),
            afterwards: async (root) => {
              const path = join(root, 'src/sum.js')
              await writeFile(path, (await readFile(path, 'utf8')).replace('twice', 'double'))
            },
          },
          step(mend),
        ],
        say: 'add adds.',
      },
    ],
    meant: { 'src/sum.js': MENDED.replace('twice', 'double') },
  },
  {
    name: 'a formatter that runs after each edit',
    files: sum,
    turns: [
      {
        ask: 'Mend add, and let twice multiply.',
        steps: [
          step(read('src/sum.js')),
          {
            ...step(mend),
            afterwards: async (root) => {
              const path = join(root, 'src/sum.js')
              await writeFile(path, (await readFile(path, 'utf8')).replace(/^ {2}/gm, '\t'))
            },
          },
          step(edit('src/sum.js', '\treturn add(a, a)', '\treturn 2 * a')),
        ],
        say: 'Both are mended.',
      },
    ],
    meant: { 'src/sum.js': MENDED.replace('add(a, a)', '2 * a').replace(/^ {2}/gm, '\t') },
  },
  {
    name: 'a failing test',
    files: { ...sum, 'src/sum.test.js': TEST, 'package.json': '{ "type": "module" }\n' },
    turns: [
      {
        ask: 'The test fails. Mend the code.',
        steps: [
          { ...step(bash('node src/sum.test.js')), mayFail: true },
          step(read('src/sum.js')),
          step(mend),
          step(bash('node src/sum.test.js && echo passes')),
        ],
        say: 'The test passes.',
      },
    ],
    meant: { 'src/sum.js': MENDED },
  },
  {
    name: 'a file longer than an answer may be',
    files: sum,
    model: 'short',
    turns: [
      {
        ask: 'Write src/rules.js with 220 rules.',
        steps: [step(write('src/rules.js', LONG))],
        say: 'src/rules.js has 220 rules.',
      },
    ],
    meant: { 'src/rules.js': LONG },
    onTheWay: {
      'src/rules.js': Array.from({ length: 220 }, (_, at) =>
        LONG.split('\n')
          .slice(0, at + 1)
          .join('\n'),
      ),
    },
  },
  {
    name: 'sixty files in a small window',
    files: FACTS,
    model: 'small',
    turns: [
      {
        ask: 'Read all notes, then write the code of note 3 to answer.txt.',
        steps: [...twelve, ...factSteps],
        say: 'The code is in answer.txt.',
      },
    ],
    meant: { 'answer.txt': `${CODE_OF_3}\n` },
  },
  {
    name: 'a rule of the first message after a summary',
    files: FACTS,
    turns: [
      {
        ...looking(0),
        ask: 'Every file you write begins with the line "checked by hand". Read notes 0 to 4.',
      },
      looking(5),
      looking(10),
      {
        before: 'compact',
        ask: 'Write done.txt with the word done.',
        steps: [ruled('checked by hand', 'checked by hand\ndone\n', 'done\n', 'done.txt')],
        say: 'done.txt is written.',
      },
    ],
    meant: { 'done.txt': 'checked by hand\ndone\n' },
  },
  {
    name: 'a program that has to answer',
    files: {
      'ping.mjs': `import { createServer } from 'node:http'\n\nconst server = createServer((_, response) => response.end('pong'))\nserver.listen(0, '127.0.0.1', async () => {\n  const answer = await fetch('http://127.0.0.1:' + server.address().port)\n  console.log(await answer.text())\n  server.close()\n})\n`,
    },
    turns: [
      {
        ask: 'Does the server answer? Note it.',
        steps: [step(bash('node ping.mjs')), step(write('answer.txt', 'pong\n'))],
        say: 'It answers pong.',
      },
    ],
    meant: { 'answer.txt': 'pong\n' },
  },
  {
    name: 'a call that the person denies',
    files: { ...sum, 'build/out.js': 'built\n' },
    person: (asked) =>
      JSON.stringify(asked.args ?? '').includes('rm ')
        ? { outcome: 'denied', value: 'Keep the build folder.' }
        : CAREFUL(asked),
    turns: [
      {
        ask: 'Clean up and mend add.',
        steps: [{ ...step(bash('rm -r build')), mayFail: true }, step(read('src/sum.js')), step(mend)],
        say: 'add is mended; the build folder stays.',
      },
    ],
    meant: { 'src/sum.js': MENDED },
  },
  {
    name: 'a call that the person stops',
    files: sum,
    turns: [
      {
        ask: 'Wait a while, then mend add.',
        steps: [{ ...step(bash('sleep 30')), mayFail: true }],
        say: 'Stopped.',
        stopAt: 'bash',
      },
      { ask: 'Do not wait. Mend add.', steps: [step(read('src/sum.js')), step(mend)], say: 'add adds.' },
    ],
    meant: { 'src/sum.js': MENDED },
  },
  {
    name: 'plan mode, then the work',
    files: sum,
    turns: [
      {
        before: 'plan mode',
        ask: 'How would you mend add?',
        // Who is not told that nothing may be changed tries it.
        steps: [
          step(read('src/sum.js')),
          { calls: ({ visible }) => (/plan mode is on/i.test(visible) ? [] : [mend]), mayFail: true },
        ],
        say: 'I would add instead of subtract.',
      },
      { before: 'edit mode', ask: 'Do it.', steps: [step(mend)], say: 'add adds.' },
    ],
    meant: { 'src/sum.js': MENDED },
  },
  {
    name: 'two agents and one report',
    files: FACTS,
    helper: (prompt) => read(`notes/n${/note (\d+)/.exec(prompt)?.[1] ?? 0}.md`),
    turns: [
      {
        ask: 'Let two agents look up the codes of notes 3 and 7.',
        steps: [
          step(
            ...[3, 7].map((at) => ({
              tool: 'agent',
              args: {
                title: `Look up ${at}`,
                prompt: `HELPER Look up the code of note ${at}.`,
                agent: 'explore',
              },
            })),
          ),
          step(write('codes.txt', `${CODE_OF_3}\n${(7 * 7919) % 10_000}\n`)),
        ],
        say: 'Both codes are in codes.txt.',
      },
    ],
    meant: { 'codes.txt': `${CODE_OF_3}\n${(7 * 7919) % 10_000}\n` },
  },
  {
    name: 'rules of a folder below',
    files: {
      ...sum,
      'src/pay/AGENTS.md': '# Rules of this folder\n\n- Every file begins with the line "// audited".\n',
      'src/pay/pay.js': '// audited\nexport const pay = () => true\n',
    },
    turns: [
      {
        ask: 'Add src/pay/refund.js with an export like pay.',
        steps: [
          step(read('src/pay/pay.js')),
          ruled(
            'begins with the line "// audited"',
            '// audited\nexport const refund = () => true\n',
            'export const refund = () => true\n',
            'src/pay/refund.js',
          ),
        ],
        say: 'refund.js is there.',
      },
    ],
    meant: { 'src/pay/refund.js': '// audited\nexport const refund = () => true\n' },
  },
]

/** The parts in which a file goes that does not fit into one answer. */
export function inParts(content: string, path: string): readonly Step[] {
  const lines = content.split('\n')
  const parts = Array.from({ length: Math.ceil(lines.length / HALF_OF_LONG.length) }, (_, at) =>
    lines.slice(at * HALF_OF_LONG.length, (at + 1) * HALF_OF_LONG.length).join('\n'),
  )
  return parts.map((part, at) => {
    const last = (parts[at - 1] ?? '').split('\n').at(-1) ?? ''
    return step(at === 0 ? write(path, part) : edit(path, last, `${last}\n${part}`))
  })
}

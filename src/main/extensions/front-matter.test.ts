import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { AgentHeader, ProjectAgentHeader } from '#shared/agent/definition.ts'
import { AppError } from '#shared/errors.ts'
import { readFrontMatter } from './front-matter.ts'

const NAMED = { name: 'helper.md', noun: 'agent' } as const
const read = (text: string) => readFrontMatter(AgentHeader, text, NAMED)
const problemOf = (text: string, schema: typeof AgentHeader | typeof ProjectAgentHeader = AgentHeader) =>
  readFrontMatter(schema, text, NAMED).then(
    () => 'nothing is wrong',
    (error: unknown) => {
      expect(error).toBeInstanceOf(AppError)
      return (error as AppError).message
    },
  )

it('takes a header and the text under it apart', async () => {
  const text = '---\ndescription: Helps.\ntools:\n  deny: [bash]\n---\n\nYou help.\n\n---\n\nStill you.\n'
  expect(await read(text)).toEqual({
    header: { description: 'Helps.', tools: { deny: ['bash'] } },
    body: 'You help.\n\n---\n\nStill you.',
  })
})

it('takes words that look like other things as what they are', async () => {
  const { header } = await read('---\nname: "on"\ndescription: yes\n---\nNo.')
  expect(header).toEqual({ name: 'on', description: 'yes' })
})

describe('says what is wrong and where', () => {
  const header = (lines: string) => `---\n${lines}\n---\nYou help.\n`
  it.each([
    [
      'no header',
      'You help.',
      'helper.md has no header. Begin it with a line ---, the keys of the agent, and',
    ],
    ['a header without an end', '---\ndescription: x\n', 'helper.md has no header.'],
    ['an empty header', '---\n---\nYou help.', 'description (helper.md): is missing.'],
    ['a list', header('- description'), 'helper.md: the header must be keys with values.'],
    [
      'an unknown key',
      header('description: x\ncolour: red'),
      'Unsupported agent key: colour (helper.md, line 3).',
    ],
    [
      'an unknown key further in',
      header('description: x\ntools:\n  deny: [bash]\n  alow: [read]'),
      'Unsupported agent key: tools.alow (helper.md, line 5).',
    ],
    [
      'an unknown key in a list',
      header('description: x\npermission:\n  - { tool: bash, action: ask }\n  - tool: edit\n    acton: deny'),
      'Unsupported agent key: permission.1.acton (helper.md, line 6).',
    ],
    ['a wrong value', header('description: x\nmaxTurns: many'), 'maxTurns (helper.md, line 3): must be '],
    ['a wrong choice', header('description: x\nmode: both'), 'mode (helper.md, line 3): must be one of: '],
    [
      'a missing part',
      header('description: x\npermission:\n  - tool: bash'),
      'permission.0.action (helper.md, line 4): ',
    ],
    ['a key twice', header('description: x\ndescription: y'), 'helper.md, line 3: Map keys must be unique.'],
    ['a broken line', header('description: x\ntools: { deny: [bash }'), 'helper.md, line 3: '],
    ['a tab', header('tools:\n\tallow: []'), 'helper.md, line 3: '],
    ['a made-up type', header('description: !!js/function "x"'), 'helper.md, line 2: '],
    ['a text that stands for another', header('description: &a x\nname: *a'), 'helper.md: names for parts'],
    [
      'a very long header',
      header(`description: ${'x'.repeat(20_000)}`),
      'The header of helper.md is longer than',
    ],
    ['a deeply nested header', header(`name: ${'['.repeat(8_000)}`), 'helper.md'],
  ])('for %s', async (_what, text, words) => {
    expect(await problemOf(text)).toContain(words)
  })

  it('for a rule of a project that allows', async () => {
    const text = header('description: x\npermission:\n  - tool: bash\n    action: allow')
    expect(await problemOf(text)).toBe('nothing is wrong')
    expect(await problemOf(text, ProjectAgentHeader)).toBe(
      'permission.0.action (helper.md, line 5): an agent of a project can only ask or deny; allowing is for your own agents.',
    )
  })
})

it('does not let a header reach what all objects share', async () => {
  expect(await problemOf('---\ndescription: x\n__proto__:\n  mode: hidden\n---\nYou.')).toContain('__proto__')
  expect(({} as { mode?: string }).mode).toBeUndefined()
})

it('ends with a header or a sentence, whatever the text is', async () => {
  const piece = fc.constantFrom(
    '---',
    '\n',
    'description: x',
    ': ',
    '[',
    '{',
    '&a ',
    '*a',
    '- ',
    '"',
    '|',
    '\t',
    '中',
  )
  const text = fc
    .array(fc.oneof(piece, fc.string({ maxLength: 4 })))
    .map((pieces) => `---\n${pieces.join('')}\n---\n`)
  await fc.assert(
    fc.asyncProperty(text, async (each) => {
      expect(typeof (await problemOf(each))).toBe('string')
    }),
    { numRuns: 300 },
  )
})

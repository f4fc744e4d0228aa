import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Readable } from 'node:stream'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { RunLine, RunResult } from '../../src/main/cli/run-output.ts'
import { type BuiltCommandLine, buildCommandLine, openCommandRoom } from '../support/hosts/command-line.ts'
import { callScript, type Script, textScript } from '../support/models/model-script.ts'
import { createModelServer } from '../support/models/model-server.ts'
import { modelTable, PLAIN_TITLES } from '../support/models/model-table.ts'

let built: BuiltCommandLine

beforeAll(async () => {
  built = await buildCommandLine()
}, 120_000)
afterAll(() => built.remove())

/** A room with a scripted model as its default. */
async function withModel(scripts: readonly Script[], lines = '') {
  const server = await createModelServer()
  server.enqueue(...scripts)
  const config = `${modelTable('model', server.baseUrl, { lines })}\n${PLAIN_TITLES}`
  return { server, room: await openCommandRoom(built, config) }
}

const resultIn = (out: string): RunResult => JSON.parse(out.trimEnd().split('\n').at(-1) ?? '') as RunResult
const linesIn = (out: string): RunLine[] =>
  out
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as RunLine)

describe('a run that works', () => {
  it('prints the answer and nothing else', async () => {
    const { room, server } = await withModel([textScript('Four.')])
    expect(await room.run(['run', '-p', 'What is 2 + 2?'])).toEqual({ code: 0, out: 'Four.\n', err: '' })
    await server.close()
  })

  it('reads the message from words and from a pipe, and puts the pipe below', async () => {
    const { room, server } = await withModel([textScript('One.'), textScript('Two.')])
    await room.run(['run'], { input: 'Only piped 你好\n' })
    await room.run(['run', 'Above'], { input: 'below' })
    const said = server.requests.map(({ body }) =>
      JSON.stringify((body as { messages: readonly unknown[] }).messages.slice(1)),
    )
    expect(said[0]).toContain('Only piped 你好')
    expect(said[1]).toContain('Above\\n\\nbelow')
    await server.close()
  })

  it('streams lines that fit the published schema, each word once and in order', async () => {
    const { room, server } = await withModel([
      callScript([{ name: 'read', args: { path: 'README.md' } }], 'I look.'),
      textScript('It says: A project.'),
    ])
    const { code, out } = await room.run(['run', '-p', 'Read it', '--output', 'stream-json'])
    const validate = new Ajv2020({ strict: false }).compile(
      JSON.parse(await readFile('docs/run-output.schema.json', 'utf8')) as object,
    )
    const lines = linesIn(out)
    expect(lines.filter((line) => !validate(line))).toEqual([])
    expect(code).toBe(0)
    const kinds = lines.map(({ type }) => type).filter((type, at, all) => type !== all[at - 1])
    const answer = ['text', 'message']
    expect(kinds).toEqual(['start', ...answer, 'tool_call', 'tool_result', ...answer, 'result'])
    const streamed = lines.flatMap((line) => (line.type === 'text' ? [line.text] : [])).join('')
    expect(streamed).toBe('I look.It says: A project.')
    expect(resultIn(out)).toMatchObject({
      outcome: 'done',
      text: 'It says: A project.',
      turns: 2,
      denials: [],
    })
    await server.close()
  })

  it('continues the newest chat, and one by its title', async () => {
    const { room, server } = await withModel(
      ['One.', 'Two.', 'Three.', 'Four.'].map((text) => textScript(text)),
    )
    const first = resultIn((await room.run(['run', '-p', 'Alpha', '--output', 'json'])).out)
    const second = resultIn((await room.run(['run', '-p', 'Beta', '--output', 'json'])).out)
    const newest = resultIn((await room.run(['run', '-c', '-p', 'More', '--output', 'json'])).out)
    const named = resultIn((await room.run(['run', '-r', 'alpha', '-p', 'More', '--output', 'json'])).out)
    expect([newest.sessionId, named.sessionId]).toEqual([second.sessionId, first.sessionId])
    expect([newest.text, newest.turns, named.text]).toEqual(['Three.', 1, 'Four.'])
    await server.close()
  })

  it('takes a structured answer, corrected in three tries', async () => {
    const schema = { type: 'object', properties: { sum: { type: 'number' } }, required: ['sum'] }
    const { room, server } = await withModel([
      callScript([{ name: 'answer', args: { sum: 'four' } }]),
      callScript([{ name: 'answer', args: {} }]),
      callScript([{ name: 'answer', args: { sum: 4 } }]),
    ])
    const { code, out } = await room.run(['run', '-p', 'Add', '--schema', JSON.stringify(schema)])
    expect([code, out]).toEqual([0, '{"sum":4}\n'])
    await server.close()
  })

  it('allows what the command line allows, and no more', async () => {
    const bash = (command: string) => callScript([{ name: 'bash', args: { command } }])
    const { room, server } = await withModel([bash('touch made'), bash('rm made'), textScript('Done.')])
    const words = ['run', '-p', 'Make it', '--allow', 'bash(touch *)', '--output', 'json']
    const { code, out, err } = await room.run(words)
    expect(code).toBe(3)
    expect(resultIn(out).denials).toMatchObject([{ what: 'permission', tool: 'bash', detail: 'rm made' }])
    expect(err).toContain('rm made')
    expect(await readFile(room.at('project/made'), 'utf8')).toBe('')
    await server.close()
  })

  it('puts instructions in place of those of the agent, or below them, for one run', async () => {
    const { room, server } = await withModel(['One.', 'Two.', 'Three.'].map((text) => textScript(text)))
    await room.put('project/AGENTS.md', 'Tides come first.\n')
    await room.put('home/agents/sailor.md', '---\ndescription: Sails\nmode: primary\n---\nYou sail boats.\n')
    const words = ['run', '--agent', 'sailor', '-p', 'Go']
    await room.run([...words, '--system-prompt', 'You count fish.', '--append-system-prompt', 'Use Latin.'])
    await room.run([...words, '--append-system-prompt', 'Use Greek.'])
    await room.run(['run', '-c', '-p', 'More'])
    const prompts = server.requests.map(({ body }) => JSON.stringify(body))
    const holding = (text: string) => prompts.map((prompt) => prompt.includes(text))
    expect(holding('You count fish.\\n\\nUse Latin.')).toEqual([true, false, false])
    expect(holding('You sail boats.')).toEqual([false, true, true])
    expect(holding('Use Greek.')).toEqual([false, true, false])
    expect([holding('Tides come first.'), holding('# Safety')].flat()).not.toContain(false)
    await server.close()
  })

  it('starts the MCP servers that it names, under the same rules, and keeps none of them', async () => {
    const call = callScript([{ name: 'mcp__sea__echo', args: { text: '潮' } }])
    const { room, server } = await withModel([call, textScript('Done.'), call, textScript('Done.')])
    const sea = { command: process.execPath, args: [resolve('test/support/mcp/old-server.mjs')] }
    await room.put('project/sea.json', JSON.stringify({ mcpServers: { sea } }))
    const words = ['run', '-p', 'Echo', '--mcp-config', 'sea.json', '--output', 'json']
    const asked = await room.run(words)
    expect([asked.code, resultIn(asked.out).denials]).toMatchObject([3, [{ tool: 'mcp__sea__echo' }]])
    expect((await room.run([...words, '--allow', 'mcp__sea__echo'])).code).toBe(0)
    expect(JSON.stringify(server.requests.at(-1)?.body)).toContain('echo: 潮')
    expect((await room.run(['mcp', 'list'])).out).toBe('')
    await server.close()
  })

  it('opens the window for a folder and for nothing', async () => {
    const room = await openCommandRoom(built)
    expect((await room.run([])).out).toBe('{"window":[]}\n')
    expect((await room.run(['.'])).out).toBe(
      `${JSON.stringify({ window: ['--project', room.at('project')] })}\n`,
    )
  })
})

const HEADER = '{"sea":{"url":"https://sea.example","headers":{"Authorization":"Bearer written-out"}}}'
const VARIABLE = '{"sea":{"command":"node","env":{"SEA_TOKEN":"written-out-4711"}}}'
const NO_SECRET = '{"mcpServers":{"sea":{"command":"node","env":{"SEA_TOKEN":"vault:sea"}}}}'

describe('a command line that cannot be carried out', () => {
  it.each([
    [['rum'], 'orrery run'],
    [['run', '-p', 'x', '--modle', 'y'], '--model'],
    [['run', '-p'], 'needs a value'],
    [['run'], 'There is no message'],
    [['run', '-p', 'x', '-p', 'y'], 'given twice'],
    [['run', '-p', 'x', 'y'], 'not both'],
    [['run', '-p', 'x', '--continue', '--resume', 'y'], 'exclude each other'],
    [['run', '-p', 'x', '--output', 'xml'], 'text, json, stream-json'],
    [['run', '-p', 'x', '--mode', 'yolo'], '--mode takes'],
    [['run', '-p', 'x', '--effort', 'huge'], '--effort takes'],
    [['run', '-p', 'x', '--max-turns', '0'], 'whole number'],
    [['run', '-p', 'x', '--max-usd', '-1'], 'needs a value|US dollars'],
    [['run', '-p', 'x', '--allow', '!'], '--allow takes'],
    [['run', '-p', 'x', '--schema', '{"type":'], 'no JSON object'],
    [['run', '-p', 'x', '--schema', '{"type":"thing"}'], 'no JSON Schema'],
    [['run', '-p', 'x', '--schema', 'missing.json'], 'cannot be read'],
    [['run', '-p', 'x', '--project', 'nowhere'], 'no folder'],
    [['run', '-p', 'x', '--project', 'README.md'], 'is a file'],
    [['run', '-p', 'x', '--model', 'orrery/practise'], 'orrery/practice'],
    [['run', '-p', 'x', '--agent', 'nobody'], 'There is no agent'],
    [['run', '-p', 'x', '--continue'], 'no chat to continue'],
    [['run', '-p', 'x', '--resume', 'nothing'], 'There is no chat'],
    [['run', '--continue', '--max-turns', '2'], 'need a message'],
    [['run', '-p', '/version'], '/version works in the window only'],
    [['run', '--continue', '--system-prompt', 'Be brief.'], 'need a message'],
    [['run', '-p', 'x', '--append-system-prompt', ' '], 'needs a value'],
    [['run', '-p', 'x', '--mcp-config', '{}'], 'names no MCP server'],
    [['run', '-p', 'x', '--mcp-config', '{"mcpServers":'], 'no JSON object'],
    [['run', '-p', 'x', '--mcp-config', 'missing.json'], 'cannot be read'],
    [['run', '-p', 'x', '--mcp-config', '{"sea":{"command":1}}'], 'server sea: command'],
    [['run', '-p', 'x', '--mcp-config', HEADER], 'must be vault:<name>'],
    [['run', '-p', 'x', '--mcp-config', VARIABLE], 'variable SEA_TOKEN holds a secret'],
    [['run', '-p', 'x', '--mcp-config', NO_SECRET, '--mcp-config', NO_SECRET], 'server sea twice'],
    [['run', '-p', 'x', '--mcp-config', NO_SECRET, '--safe-mode'], 'exclude each other'],
  ])('%j ends with code 2 and says what to change', async (words, hint) => {
    const room = await openCommandRoom(built)
    const { code, out, err } = await room.run(words)
    expect([code, out]).toEqual([2, ''])
    expect(err).toMatch(new RegExp(hint))
  })
})

describe('a run that ends otherwise', () => {
  const failing = { status: 401, body: { error: { message: 'No such key.' } } }

  it.each([
    ['a refused key', failing, 'llm.auth'],
    ['a model that is not there', { status: 404, body: { error: { message: 'Gone.' } } }, 'llm.not_found'],
    ['a refused request', { status: 400, body: { error: { message: 'Bad.' } } }, 'llm.other'],
  ])('fails with code 1: %s', async (_what, script, code) => {
    const { room, server } = await withModel([script, script, script])
    const ended = await room.run(['run', '-p', 'Go', '--output', 'json'])
    expect(ended.code).toBe(1)
    expect(resultIn(ended.out)).toMatchObject({ outcome: 'failed', exitCode: 1, error: { code } })
    await server.close()
  })

  it('fails with code 1 when three structured answers do not fit', async () => {
    const wrong = callScript([{ name: 'answer', args: { sum: 'four' } }])
    const { room, server } = await withModel([wrong, wrong, wrong, wrong])
    const schema = '{"type":"object","properties":{"sum":{"type":"number"}},"required":["sum"]}'
    const ended = await room.run(['run', '-p', 'Add', '--schema', schema, '--output', 'json'])
    expect([ended.code, resultIn(ended.out).answer]).toEqual([1, null])
    expect(server.requests.filter(({ path }) => path.endsWith('completions'))).toHaveLength(3)
    await server.close()
  })

  it('fails with code 1 where the database is damaged', async () => {
    const room = await openCommandRoom(built)
    await room.put('home/data/orrery.db', 'no database')
    const ended = await room.run(['run', '-p', 'say Hello'])
    expect(ended.code).toBe(1)
    expect(ended.err).toContain('damaged')
  })

  it('ends with code 3 where only a person could answer', async () => {
    const room = await openCommandRoom(built)
    const ended = await room.run(['run', '-p', 'ask Which colour?', '--output', 'json'])
    expect([ended.code, resultIn(ended.out).denials]).toMatchObject([
      3,
      [{ what: 'question', prompt: 'Which colour?' }],
    ])
  })

  it('ends with code 4 at the turn limit', async () => {
    const read = callScript([{ name: 'read', args: { path: 'README.md' } }])
    const { room, server } = await withModel([read, read, textScript('So far.')])
    const ended = await room.run(['run', '-p', 'Read on', '--max-turns', '2', '--output', 'json'])
    expect([ended.code, resultIn(ended.out)]).toMatchObject([4, { outcome: 'limit', text: 'So far.' }])
    await server.close()
  })

  it('ends with code 4 at the cost limit', async () => {
    const read = callScript([{ name: 'read', args: { path: 'README.md' } }])
    const { room, server } = await withModel(
      [read, read, textScript('Too late.')],
      'inputPrice = 1000000\noutputPrice = 1000000',
    )
    const ended = await room.run(['run', '-p', 'Read on', '--max-usd', '0.5', '--output', 'json'])
    expect([ended.code, resultIn(ended.out)]).toMatchObject([4, { outcome: 'limit', costUsd: 15 }])
    await server.close()
  })

  it('counts for the limit of the day, over several runs', async () => {
    const { room, server } = await withModel(
      [textScript('One.'), textScript('Too late.')],
      'inputPrice = 1000000\noutputPrice = 1000000\n[limits]\nstopPerDay = 1',
    )
    expect((await room.run(['run', '-p', 'Once'])).code).toBe(0)
    const second = await room.run(['run', '-p', 'Twice', '--output', 'json'])
    expect([second.code, resultIn(second.out).outcome]).toEqual([4, 'limit'])
    expect(server.requests).toHaveLength(1)
    await server.close()
  })

  it('keeps the text that arrived when it is interrupted', async () => {
    const { room, server } = await withModel([
      { steps: [{ do: 'text', text: 'The first half' }, { do: 'hang' }] },
      textScript('Again.'),
    ])
    const { child, ended } = room.start(['run', '-p', 'Go', '--output', 'stream-json'])
    for await (const [piece] of onData(child)) if (piece.includes('first half')) break
    child.kill('SIGINT')
    const { code, out } = await ended
    expect([code, resultIn(out)]).toMatchObject([130, { outcome: 'interrupted', text: 'The first half' }])
    await room.run(['run', '--continue', '-p', 'And?'])
    expect(JSON.stringify(server.requests.at(-1)?.body)).toContain('The first half')
    await server.close()
  })

  it('stops when nobody reads its output any more', async () => {
    const { room, server } = await withModel([
      {
        steps: [
          ...Array.from({ length: 50 }, () => ({ do: 'text' as const, text: 'word ' })),
          { do: 'hang' },
        ],
      },
    ])
    const { child, ended } = room.start(['run', '-p', 'Go', '--output', 'stream-json'])
    await once(child.stdout, 'data')
    child.stdout.destroy()
    expect((await ended).code).toBe(130)
    await server.close()
  })

  it('is resumed after kill -9', async () => {
    const { room, server } = await withModel([{ silent: true }, textScript('Resumed.')])
    const { child, ended } = room.start(['run', '-p', 'Go'])
    await server.received(1)
    child.kill('SIGKILL')
    await ended
    expect(await room.run(['run', '--continue'])).toMatchObject({ code: 0, out: 'Resumed.\n' })
    expect(JSON.stringify(server.requests.at(-1)?.body)).toContain('Go')
    await server.close()
  })

  it('names the process that uses the home, and leaves it alone', async () => {
    const { room, server } = await withModel([{ silent: true }])
    const { child, ended } = room.start(['run', '-p', 'Go'])
    await server.received(1)
    const second = await room.run(['run', '-p', 'Go too'])
    expect(second).toMatchObject({ code: 1, err: `In use by orrery run (process ${child.pid}).\n` })
    child.kill('SIGINT')
    expect((await ended).code).toBe(130)
    await server.close()
  })

  it('reads no skills, agents, hooks and plugins in safe mode', async () => {
    const { room, server } = await withModel([textScript('One.'), textScript('Two.')])
    await room.put('home/skills/tides/SKILL.md', '---\nname: tides\ndescription: Knows tides\n---\nText\n')
    await room.put('source/.claude-plugin/plugin.json', '{"name":"moons"}')
    await room.put('source/skills/moon/SKILL.md', '---\nname: moon\ndescription: Knows moons\n---\nText\n')
    expect((await room.run(['plugins', 'install', room.at('source'), '--yes'])).code).toBe(0)
    await room.run(['run', '-p', 'Go'])
    await room.run(['run', '-p', 'Go', '--safe-mode'])
    const knows = (words: string) => server.requests.map(({ body }) => JSON.stringify(body).includes(words))
    expect([knows('Knows tides'), knows('Knows moons')]).toEqual([
      [true, false],
      [true, false],
    ])
    await server.close()
  })
})

/** The pieces of output of a process. */
async function* onData(child: { readonly stdout: Readable }): AsyncGenerator<[string]> {
  for await (const piece of child.stdout.iterator({ destroyOnReturn: false })) yield [String(piece)]
}

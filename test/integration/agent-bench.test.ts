import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { openTempFolder } from '../support/disk/temp-folder.ts'
import { type BuiltCommandLine, buildCommandLine } from '../support/hosts/command-line.ts'
import { callScript, type Script, textScript } from '../support/models/model-script.ts'
import { createModelServer } from '../support/models/model-server.ts'
import { modelTable, PLAIN_TITLES } from '../support/models/model-table.ts'

const ADAPTER = resolve('scripts/agent-bench')
const DRIVER = resolve('test/support/agent-bench/local_bench.py')
const INSTRUCTION = "--write 'done' into $HOME/result.txt"

let built: BuiltCommandLine

beforeAll(async () => {
  built = await buildCommandLine()
}, 120_000)
afterAll(() => built.remove())

/** Runs the adapter on this machine, in a folder with a scripted model. */
async function bench(scripts: readonly Script[], command = `${process.execPath} '${built.script}'`) {
  const server = await createModelServer()
  server.enqueue(...scripts)
  onTestFinished(server.close)
  const { at, write } = await openTempFolder('agent bench')
  await write('logs/.keep', '')
  await write('bench.toml', `${modelTable('model', server.baseUrl)}\n${PLAIN_TITLES}`)
  await write('task/README.md', '# A task\n')
  const asked = {
    adapter: ADAPTER,
    logs: at('logs'),
    folder: at('task'),
    instruction: INSTRUCTION,
    kwargs: { config: at('bench.toml'), home: at('home'), command, max_turns: 5 },
  }
  const told = await new Promise<string>((done, fail) => {
    const child = execFile('python3', [DRIVER], (error, out) => (error === null ? done(out) : fail(error)))
    child.stdin?.end(JSON.stringify(asked))
  })
  return { server, at, told: JSON.parse(told) as Readonly<Record<string, unknown>> }
}

it('does a task with full access, and tells its tokens, cost and outcome', async () => {
  const write = callScript([{ name: 'bash', args: { command: 'echo done > result.txt' } }])
  const { told, server, at } = await bench([write, textScript('It is done.')])
  expect(told).toMatchObject({
    name: 'orrery',
    version: expect.any(String),
    n_input_tokens: expect.any(Number),
    n_output_tokens: expect.any(Number),
    metadata: { outcome: 'done', exitCode: 0, turns: 2, error: null },
  })
  expect(await readFile(at('task/result.txt'), 'utf8')).toBe('done\n')
  expect(JSON.stringify(server.requests.at(-1)?.body)).toContain(INSTRUCTION)
  expect(JSON.parse(await readFile(at('logs/orrery.json'), 'utf8'))).toMatchObject({ text: 'It is done.' })
})

it('tells of a run that failed, and of a command line that cannot be started', async () => {
  const failing = { status: 401, body: { error: { message: 'No such key.' } } }
  expect((await bench([failing, failing, failing])).told).toMatchObject({
    metadata: { outcome: 'failed', exitCode: 1, error: { code: 'llm.auth' } },
  })
  expect((await bench([], '/nowhere/orrery')).told).toEqual({
    error: expect.stringContaining('/nowhere/orrery run --help ended with code 127'),
  })
})

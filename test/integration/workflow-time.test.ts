import { existsSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { CALLER, over, script } from '../support/hosts/workflow-host.ts'
import { callScript, type Script, textScript } from '../support/models/model-script.ts'
import { createModelServer, type ModelServer } from '../support/models/model-server.ts'
import { modelTable, PLAIN_TITLES } from '../support/models/model-table.ts'
import { tellWorkflows } from '../support/stories/workflow-scene.ts'

const scene = tellWorkflows()
let server: ModelServer

/** A program that starts another one, tells who they are, and is not heard of any more. */
const TREE = `sh -c 'sleep 1000 & echo $! > inner.pid; echo $$ > outer.pid; wait'`
const respond = (asked: string): Script =>
  asked.includes('SLEEPS')
    ? callScript([{ name: 'bash', args: { command: TREE } }])
    : textScript('I was not kept waiting.')

beforeEach(async () => {
  server = await createModelServer({ respond: ({ body }) => respond(JSON.stringify(body)) })
  await scene.put('home/config.toml', `${modelTable('model', server.baseUrl)}\n${PLAIN_TITLES}`)
})
afterEach(() => server.close())

/** A program that ended and that nobody has asked after has no words any more. */
const isAtWork = (pid: number): boolean => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('sleep')
  } catch {
    return false
  }
}
const pidIn = async (name: string) => Number((await readFile(join(scene.project(), name), 'utf8')).trim())

it.runIf(process.platform === 'linux').each([
  ['is silent for too long', { idleTimeoutMs: 10_000 }, '10 s without activity'],
  ['takes too long', { timeoutMs: 15_000 }, 'it had not finished after 15 s'],
])(
  'an agent whose program %s ends with all its programs, and the run goes on',
  async (_says, limit, words) => {
    const host = await scene.start()
    const options = JSON.stringify({ ...limit, retries: 0, tools: ['bash'] })
    const text = script(`return [await agent('SLEEPS', ${options}), await agent('QUICK', { tools: [] })]`)
    const { id } = await host.handlers['workflow.launch'](
      {
        projectId: await host.project(),
        launcherSessionId: null,
        args: null,
        concurrency: 3,
        budget: null,
        source: { from: 'script', script: text },
        agentDefaults: {
          timeoutMs: 60_000,
          idleMs: 60_000,
          retries: 0,
          ownWorktree: false,
          permissionMode: 'bypass',
        },
      },
      CALLER,
    )
    await over(host, id)
    const view = await host.view(id)
    expect(await host.get(id)).toMatchObject({ state: 'done' })
    expect(view?.value).toEqual([null, 'I was not kept waiting.'])
    expect(view?.agents[0]).toMatchObject({
      state: 'dead',
      error: { code: 'tool.timeout', message: expect.stringContaining(words) },
    })
    expect(existsSync(join(scene.project(), 'outer.pid'))).toBe(true)
    const pids = [await pidIn('outer.pid'), await pidIn('inner.pid')]
    expect(pids.map(isAtWork)).toEqual([false, false])
  },
  120_000,
)

import { describe, expect, it } from 'vitest'
import type { SessionId } from '#shared/ids.ts'
import type { JobRecord } from '#shared/process/job.ts'
import { processesWith } from '../support/desktop/desktop-processes.ts'
import { callScript, textScript } from '../support/models/model-script.ts'
import { modelTable } from '../support/models/model-table.ts'
import { type Chats, linesOf, tellChats } from '../support/stories/chat-story.ts'

const story = tellChats()
const SOON = { timeout: 15_000 }
const WORD = `4713.${process.pid}`
const START = callScript([{ name: 'bash', args: { command: `echo up; sleep ${WORD}`, background: true } }])

const open = () => story.start(modelTable('model', story.server().baseUrl))
const jobsOf = async (chats: Chats, sessionId: SessionId): Promise<readonly JobRecord[]> =>
  (await chats.look(sessionId)).folds.jobs
const statesOf = async (chats: Chats, sessionId: SessionId) =>
  (await jobsOf(chats, sessionId)).map(({ id, state }) => [id, state])
const lines = async (chats: Chats, sessionId: SessionId) => linesOf((await chats.look(sessionId)).path)

async function started() {
  const chats = await open()
  story.server().enqueue(START, textScript('Started.'))
  const sessionId = await chats.say('Start it.')
  return { chats, sessionId }
}

describe.runIf(process.platform === 'linux')('a background program', { timeout: 60_000 }, () => {
  it('outlives the turn that started it, and ends with the person’s stop', async () => {
    const { chats, sessionId } = await started()
    expect(await statesOf(chats, sessionId)).toEqual([['job_1', 'running']])
    expect(processesWith(WORD)).not.toEqual([])
    expect((await lines(chats, sessionId)).join('\n')).toContain('job_1 is running')
    const named = { sessionId, jobId: 'job_1' }
    expect(await chats.handlers['job.output'](named, chats.caller)).toBe('up\n')
    await chats.handlers['job.stop'](named, chats.caller)
    expect(await statesOf(chats, sessionId)).toEqual([['job_1', 'stopped']])
    expect(processesWith(WORD)).toEqual([])
  })

  it('is a line of the process panel, and its Stop marks it as stopped', async () => {
    const { chats, sessionId } = await started()
    const listed = await chats.handlers['process.list']({}, chats.caller)
    const line = listed.find(({ kind }) => kind === 'job')
    expect(line).toMatchObject({ canStop: true, command: `echo up; sleep ${WORD}` })
    await chats.handlers['process.stop']({ processId: line?.id ?? 'prog_0' }, chats.caller)
    await expect.poll(() => statesOf(chats, sessionId), SOON).toEqual([['job_1', 'stopped']])
  })

  it('tells an idle chat about its end, which then continues', async () => {
    const chats = await open()
    const command = 'sleep 3; echo built; exit 2'
    story
      .server()
      .enqueue(
        callScript([{ name: 'bash', args: { command, background: true } }]),
        textScript('It is building.'),
        textScript('The build failed.'),
      )
    const sessionId = await chats.say('Build it.')
    await expect
      .poll(async () => (await lines(chats, sessionId)).at(-1), SOON)
      .toBe('assistant: The build failed.')
    const told = (await lines(chats, sessionId)).find((line) => line.startsWith('background-program: '))
    expect(told).toMatch(/job_1 ended with exit code 2 after \d+ s: sleep 3/)
    expect(told).toContain('built')
  })

  it('runs on when the turn that waits for it is stopped', async () => {
    const chats = await open()
    story
      .server()
      .enqueue(START, callScript([{ name: 'job', args: { id: 'job_1', action: 'wait', seconds: 600 } }]))
    const sessionId = await chats.ask('Start it and wait.')
    const waits = async () => (await chats.look(sessionId)).tools.some(({ toolName }) => toolName === 'job')
    await expect.poll(waits, SOON).toBe(true)
    const [run] = await chats.runs(sessionId)
    await chats.handlers['run.stop']({ sessionId, runId: run?.runId ?? ('' as never) }, chats.caller)
    await chats.app.idle()
    expect(await statesOf(chats, sessionId)).toEqual([['job_1', 'running']])
  })

  it('is no repetition to read while it is quiet', async () => {
    const chats = await open()
    const read = callScript([{ name: 'job', args: { id: 'job_1', action: 'read' } }])
    story.server().enqueue(START, ...Array.from({ length: 8 }, () => read), textScript('Quiet.'))
    const sessionId = await chats.say('Start and look.')
    const said = await lines(chats, sessionId)
    expect(said.at(-1)).toBe('assistant: Quiet.')
    expect(said.filter((line) => line.includes('(no new output)'))).toHaveLength(8)
    expect(said.filter((line) => line.startsWith('runtime-notice'))).toEqual([])
  })

  it('ends when its chat is archived', async () => {
    const { chats, sessionId } = await started()
    await chats.handlers['session.update']({ sessionId, changes: { archived: true } }, chats.caller)
    await expect.poll(() => statesOf(chats, sessionId), SOON).toEqual([['job_1', 'stopped']])
    expect(processesWith(WORD)).toEqual([])
  })

  it('ends with the app, and the next start tells so', async () => {
    const { chats, sessionId } = await started()
    await story.end(chats)
    expect(processesWith(WORD)).toEqual([])
    const again = await open()
    expect(await statesOf(again, sessionId)).toEqual([['job_1', 'closed']])
    expect((await lines(again, sessionId)).at(-1)).toContain('job_1 was stopped when the app closed')
    expect(await again.handlers['job.output']({ sessionId, jobId: 'job_1' }, again.caller)).toBe('up\n')
  })

  it('is marked after a crash as well', async () => {
    const { sessionId } = await started()
    const again = await story.afterCrash()
    expect(await statesOf(again, sessionId)).toEqual([['job_1', 'closed']])
  })

  it('fails in its call when it ends at once', async () => {
    const chats = await open()
    story
      .server()
      .enqueue(
        callScript([
          { name: 'bash', args: { command: 'echo no such thing; exit 7', run_in_background: true } },
        ]),
        textScript('It failed.'),
      )
    const sessionId = await chats.say('Start it.')
    const said = (await lines(chats, sessionId)).find((line) => line.startsWith('tool: '))
    expect(said).toMatch(/job_1 ended with exit code 7/)
    expect(said).toContain('no such thing')
  })
})

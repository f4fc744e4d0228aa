import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, it } from 'vitest'
import { CALLER, over, practice, script, type WorkflowHost } from '../support/hosts/workflow-host.ts'
import { tellWorkflows } from '../support/stories/workflow-scene.ts'

const scene = tellWorkflows()
let host: WorkflowHost
let notices: string[]

beforeEach(async () => {
  notices = []
  const who = ['-c', 'user.name=T', '-c', 'user.email=t@example.org']
  const git = (...words: string[]) => execFileSync('git', [...who, ...words], { cwd: scene.project() })
  git('init', '-q')
  git('add', '.')
  git('commit', '-q', '-m', 'first')
  const notify = (title: string) => void notices.push(title)
  host = await scene.start({ shell: { notify } })
})

const launch = async (text: string, more: object) =>
  host.handlers['workflow.launch'](
    {
      projectId: await host.project(),
      launcherSessionId: null,
      args: null,
      concurrency: 3,
      budget: null,
      source: { from: 'script', script: text },
      ...more,
    },
    CALLER,
  )

const PATIENT = { timeoutMs: 60_000, idleMs: 30_000, retries: 0 }

it('lets agents that write work apart, as much as the person said and without asking', async () => {
  const text = script(`return await parallel([
    () => agent(${practice('create note.md with hello')}, { label: 'writer' }),
    () => agent(${practice('read README.md')}, { label: 'reader', tools: ['read'] }),
  ])`)
  const agentDefaults = { ...PATIENT, ownWorktree: true, permissionMode: 'accept_edits' as const }
  const { id } = await launch(text, { agentDefaults })
  await over(host, id)
  expect((await host.get(id)).agentDefaults).toEqual(agentDefaults)
  const view = await host.view(id)
  expect(view?.agents.map(({ state }) => state)).toEqual(['done', 'done'])
  expect(existsSync(join(scene.project(), 'note.md'))).toBe(false)
  expect(view?.logs.map((line) => line.text).join()).toContain('The work of writer was kept')
})

it('lets agents that may only look change nothing', async () => {
  const text = script(`return await agent(${practice('create note.md with hello')}, { label: 'writer' })`)
  const agentDefaults = { ...PATIENT, ownWorktree: false, permissionMode: 'plan' as const }
  const { id } = await launch(text, { agentDefaults })
  await over(host, id)
  expect(existsSync(join(scene.project(), 'note.md'))).toBe(false)
})

it('tells the person once that a run has passed its warn line, in its log and on the desktop', async () => {
  const text = script(`await agent(${practice('say one')})
return await agent(${practice('create note.md with it')})`)
  const { id } = await launch(text, { budget: 100_000, warnAt: 1 })
  const warned = 'try-it passed its budget warning.'
  await host.until(() => notices.includes(warned))
  expect(await host.get(id)).toMatchObject({ state: 'running', warnedAt: expect.any(Number) })
  await host.handlers['workflow.stop']({ workflowRunId: id }, CALLER)
  await over(host, id)
  expect(notices.filter((title) => title === warned)).toEqual([warned])
  const lines = (await host.view(id))?.logs.filter(({ level }) => level === 'warn') ?? []
  expect(lines.map((line) => line.text)).toEqual([expect.stringContaining(warned)])
})

import { beforeEach, expect, it } from 'vitest'
import { CALLER, over, practice, script, type WorkflowHost } from '../support/hosts/workflow-host.ts'
import { tellWorkflows } from '../support/stories/workflow-scene.ts'

type Shown = { readonly title: string; readonly body: string; readonly click: () => void }

const RUN = script(`return await agent(${practice('say one')})`)

const scene = tellWorkflows()
let host: WorkflowHost
let shown: Shown[]

beforeEach(async () => {
  shown = []
  const notify = (title: string, body: string, click: () => void) => void shown.push({ title, body, click })
  host = await scene.start({ shell: { notify } })
})

const ledTo = () =>
  host.heard.flatMap((said) =>
    said.t === 'app' && said.event.kind === 'open.workflowRun' ? [said.event.run.id] : [],
  )

it('tells the desktop how a run ended, and a click leads to the run', async () => {
  const { id } = await host.launch(RUN)
  await over(host, id)
  expect(shown).toMatchObject([{ title: 'try-it is done', body: '1 of 1 agents' }])
  expect(ledTo()).toEqual([])
  shown[0]?.click()
  await host.until(() => ledTo().length > 0)
  expect(ledTo()).toEqual([id])
})

it('tells the desktop why a run broke off', async () => {
  const { id } = await host.launch(script(`throw new Error('The disk is on fire.')`))
  await over(host, id)
  expect(shown).toMatchObject([
    { title: 'try-it is failed', body: expect.stringContaining('The disk is on fire.') },
  ])
})

it('finds a run by its id and by the end of it, in its project', async () => {
  const { id } = await host.launch(RUN)
  await over(host, id)
  const projectId = await host.project()
  const find = async (text: string, where: typeof projectId | null) =>
    (await host.handlers['workflow.find']({ projectId: where, id: text }, CALLER)).id
  expect([
    await find(id, null),
    await find(id.slice(-4), projectId),
    await find(`#${id.slice(-6)}`, projectId),
  ]).toEqual([id, id, id])
  for (const [text, where] of [
    [id.slice(-4), null],
    [id.slice(-3), projectId],
    ['%', projectId],
    ['wfr_nosuchrun0', projectId],
  ] as const) {
    await expect(find(text, where)).rejects.toMatchObject({ code: 'session.not_found' })
  }
})

it('leads from the notices in a chat to the run they are about', async () => {
  const target = {
    to: 'project' as const,
    projectId: await host.project(),
    model: 'orrery/practice',
    permissionMode: 'ask' as const,
  }
  const { sessionId } = await host.handlers['session.send']({ target, text: 'say hello', images: [] }, CALLER)
  await host.app.idle()
  const { id } = await host.launch(RUN, sessionId)
  await over(host, id)
  const reply = await host.handlers['session.attach']({ sessionId, tail: 20 }, CALLER)
  const notice = reply.path.find((event) => event.kind === 'harness.item')
  expect(notice?.payload).toMatchObject({ kind: 'runtime-notice', data: { workflowRunId: id } })
})

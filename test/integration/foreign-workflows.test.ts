import { afterAll, beforeAll, expect, it } from 'vitest'
import type { WorkflowRunId } from '#shared/ids.ts'
import { FOREIGN_WORKFLOWS, type ForeignWorkflow, RELEASE_NOTES } from '../support/data/foreign-workflows.ts'
import { type BuiltSandbox, buildSandbox } from '../support/disk/script-sandbox.ts'
import { type BuiltCommandLine, buildCommandLine, openCommandRoom } from '../support/hosts/command-line.ts'
import { CALLER, openWorkflowHost, over, type WorkflowHost } from '../support/hosts/workflow-host.ts'
import { callScript, type Script, textScript } from '../support/models/model-script.ts'
import { createModelServer, type RecordedRequest } from '../support/models/model-server.ts'
import { modelTable, PLAIN_TITLES } from '../support/models/model-table.ts'

let built: BuiltCommandLine
let sandbox: BuiltSandbox

beforeAll(async () => {
  built = await buildCommandLine()
  sandbox = await buildSandbox()
}, 120_000)
afterAll(async () => {
  await built.remove()
})

type Body = {
  readonly messages: readonly { readonly role: string; readonly content: unknown }[]
  readonly tools?: readonly { readonly function: { readonly name: string; readonly parameters: Schema } }[]
}
type Schema = {
  readonly type?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
}

/** The prompt of an agent: the newest words of a person in its request. */
function promptOf({ body }: RecordedRequest): string {
  const said = (body as Body).messages.findLast(({ role }) => role === 'user')?.content
  return typeof said === 'string' ? said : JSON.stringify(said)
}

/** An answer that depends on the request alone: words, or a value for the schema of the call. */
function answerTo(request: RecordedRequest): Script {
  const prompt = promptOf(request)
  const answer = (request.body as Body).tools?.find((tool) => tool.function.name === 'answer')
  if (answer === undefined) return textScript(`About "${prompt.slice(0, 60)}".`)
  return callScript([{ name: 'answer', args: valueFor(answer.function.parameters, prompt) as object }])
}

function valueFor({ type, properties = {}, items = {} }: Schema, prompt: string): unknown {
  if (type === 'object')
    return Object.fromEntries(Object.entries(properties).map(([key, each]) => [key, valueFor(each, prompt)]))
  if (type === 'array') return [valueFor(items, prompt)]
  if (type === 'integer' || type === 'number') return prompt.length % 3
  return type === 'boolean' ? prompt.length % 2 === 0 : `Found by ${prompt.slice(0, 20)}`
}

/** The value that the script returned. */
const returnedBy = async (host: WorkflowHost, id: WorkflowRunId) => (await host.view(id))?.value

async function tellOne({ name, script, args, killAt }: ForeignWorkflow) {
  const answered: string[] = []
  let dies = true
  const server = await createModelServer({
    respond: (request) => {
      if (dies && answered.length === killAt - 1) return { silent: true }
      answered.push(promptOf(request))
      return answerTo(request)
    },
  })
  const room = await openCommandRoom(built, `${modelTable('model', server.baseUrl)}\n${PLAIN_TITLES}`)
  await room.put(`project/.claude/workflows/${name}.js`, script)
  await room.put('project/.claude/workflows/release-notes.js', RELEASE_NOTES)
  const open = () => openWorkflowHost({ home: room.at('home'), folder: room.at('project'), sandbox })

  const before = await open()
  const projectId = await before.project()
  await before.handlers['project.trust']({ projectId, trusted: true }, CALLER)
  await before.app.close()

  const more = args === null ? [] : ['--args', JSON.stringify(args)]
  const { child, ended } = room.start(['workflows', 'run', name, '--concurrency', '1', ...more])
  await server.received(killAt)
  child.kill('SIGKILL')
  await ended
  dies = false
  return { answered, server, open, projectId }
}

it.each(FOREIGN_WORKFLOWS)(
  'runs $name as it is, and resumes it after kill -9 without a step twice',
  async (workflow) => {
    const { answered, server, open, projectId } = await tellOne(workflow)
    expect(answered).toHaveLength(workflow.killAt - 1)

    const host = await open()
    const { runs } = await host.handlers['workflow.runs']({ projectId, offset: 0, limit: 5 }, CALLER)
    const [run] = runs
    if (run === undefined) throw new Error('The run is not there any more.')
    expect(run.state).toBe('interrupted')
    await host.handlers['workflow.resume']({ workflowRunId: run.id }, CALLER)
    await over(host, run.id)
    expect(await host.get(run.id)).toMatchObject({ state: 'done', attempt: 2, error: null })
    expect(answered).toHaveLength(workflow.agents)
    const resumed = await returnedBy(host, run.id)

    const { name, args } = workflow
    const source = { from: 'saved' as const, name, source: 'project' as const }
    const whole = await host.handlers['workflow.launch'](
      { projectId, launcherSessionId: null, args: args as never, concurrency: 1, budget: null, source },
      CALLER,
    )
    await over(host, whole.id)
    expect(answered.slice(workflow.agents)).toEqual(answered.slice(0, workflow.agents))
    expect(resumed).toEqual(await returnedBy(host, whole.id))
    expect(JSON.stringify(resumed)).toMatch(/About|kept|tally/)
    await host.app.close()
    await server.close()
  },
  60_000,
)

it('has at least ten files', () => {
  expect(FOREIGN_WORKFLOWS.length).toBeGreaterThanOrEqual(10)
})

import { openBenchApp } from './bench-app.ts'

// The whole app with one workflow run, whose agents ask the model one after the other. It says each step that is new, until
// it is killed. With a run it takes that one up again.
//   after-kill.process.js <folder> <base URL of the model> [<workflow run>]
const [folder = '', baseUrl = '', known] = process.argv.slice(2)

/** What the process says: the run it works on, and then each agent of it that asks its model. */
export type AfterKillSaid =
  | { readonly run: string }
  | {
      readonly asks: number
      /** Processor time of this process so far, in milliseconds. */
      readonly cpu: number
    }

const SCRIPT = `export const meta = { name: 'steps', description: 'Until it is killed' }
for (let n = 0; n < 500; n += 1) await agent('Say a line and the number ' + n)`

const say = (said: AfterKillSaid) => process.send?.(said)
const app = await openBenchApp(folder, baseUrl)
const run =
  known === undefined
    ? await app.handlers['workflow.launch'](
        {
          projectId: app.project.id,
          launcherSessionId: null,
          source: { from: 'script', script: SCRIPT },
          args: null,
          concurrency: 1,
          budget: null,
        },
        app.window,
      )
    : await resumed()
say({ run: run.id })

async function resumed() {
  const { runs } = await app.handlers['workflow.runs']({ projectId: null, offset: 0, limit: 1 }, app.window)
  const [run] = runs
  if (run === undefined) throw new Error('The run is gone.')
  watch(run.sessionId)
  return await app.handlers['workflow.resume']({ workflowRunId: run.id }, app.window)
}

function cpuSoFar(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000
}

function watch(sessionId: typeof run.sessionId): void {
  app.listen((message) => {
    if (message.t !== 'events' || message.sessionId !== sessionId) return
    const seq = message.events.at(-1)?.seq ?? 0
    void app.handlers['session.ack']({ sessionId, seq }, app.window)
    for (const event of message.events) {
      if (event.kind !== 'workflow.agent' || event.payload.memo === true) continue
      if (event.payload.state === 'running') say({ asks: event.payload.agentId, cpu: cpuSoFar() })
    }
  })
  void app.open(sessionId)
}
if (known === undefined) watch(run.sessionId)

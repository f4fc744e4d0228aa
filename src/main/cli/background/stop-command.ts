import { WorkflowRunId } from '#shared/ids.ts'
import type { Command } from '../command.ts'
import { EXIT_CODES } from '../exit-codes.ts'
import { chatNamed } from '../find-chat.ts'
import { UsageError } from '../usage-error.ts'
import { withClient } from '../with-client.ts'
import { activeAgents, activeRuns, activeWorkflows, stopWork } from './active-work.ts'

/** `orrery stop`: stops a chat with its subagents and workflows, or a workflow run. What was written is kept. */
export const STOP: Command = {
  name: 'stop',
  summary: 'stop a running chat with its subagents, or a workflow run',
  usage: '<chat or workflow run>',
  options: {},
  run: async (parsed, scene) => {
    const [name, ...more] = parsed.words
    if (name === undefined || more.length > 0) throw new UsageError('See orrery stop --help.')
    return withClient(scene, async (client) => {
      const workflow = WorkflowRunId.safeParse(name)
      if (workflow.success) {
        await client.call('workflow.stop', { workflowRunId: workflow.data })
        return EXIT_CODES.done
      }
      const { id: sessionId, title } = await chatNamed(client, name, null)
      const { folds } = await client.call('session.attach', { sessionId, tail: 1 })
      try {
        const runs = activeRuns(Object.values(folds.runs))
        const [agents, workflows] = await Promise.all([
          activeAgents(client, sessionId),
          activeWorkflows(client, sessionId, folds),
        ])
        if (runs.length + agents.length + workflows.length === 0) {
          throw new UsageError(`The chat “${title}” is not running. See orrery ps.`)
        }
        await stopWork(client, sessionId, folds, runs)
      } finally {
        await client.call('session.detach', { sessionId })
      }
      return EXIT_CODES.done
    })
  },
}

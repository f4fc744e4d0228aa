import { realpath } from 'node:fs/promises'
import { AppError } from '#shared/errors.ts'
import { loadProjectConfig } from '../../config/project-config.ts'
import { serversFor } from '../../problems/servers/choose-server.ts'
import type { Projects } from '../../projects/registry.ts'
import type { Answered, AskCode } from '../../tools/code/code-port.ts'
import type { Storage } from '../storage/open-storage.ts'
import type { openLanguageServers } from './open-language-servers.ts'

type Deps = {
  readonly storage: Pick<Storage, 'store'>
  readonly projects: Pick<Projects, 'get' | 'mayRunCode'>
}

type Servers = Pick<ReturnType<typeof openLanguageServers>, 'ask' | 'switches'>

/** Returns the way of agents to the language servers of the project of their chat. */
export function createAskCode({ storage, projects }: Deps, servers: Servers): AskCode {
  return async ({ sessionId, root }, question, signal) => {
    const projectId = storage.store.folds(sessionId).session?.meta.projectId ?? null
    if (projectId === null)
      throw AppError.forAgent(
        'tool.failed',
        'This chat belongs to no project, so it has no language servers.',
      )
    if (!(await projects.mayRunCode(projectId)))
      throw AppError.forAgent(
        'tool.denied',
        'The person does not trust this project, so its language servers do not run. Use grep instead.',
      )
    const { config, problem } = await loadProjectConfig((await projects.get(projectId)).path)
    if (config === null)
      throw AppError.forAgent('tool.failed', problem?.message ?? 'The project settings cannot be read.')
    const chosen = serversFor(question.file?.path ?? null, {
      servers: config.diagnostics?.servers ?? {},
      isOn: (id, server) => servers.switches.isOn({ projectId, id, config: server }),
    })
    const real = await realpath(root)
    const asked = await Promise.allSettled(
      chosen.map(async ([id, server]): Promise<Answered> => {
        const answer = await servers.ask({ projectId, root: real, id, config: server }, question, signal)
        return { server: id, answer }
      }),
    )
    signal.throwIfAborted()
    const answered = asked.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))
    const failed = asked.find((each) => each.status === 'rejected')
    if (answered.length === 0 && failed !== undefined) throw failed.reason
    return answered
  }
}

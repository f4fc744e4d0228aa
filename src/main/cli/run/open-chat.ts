import { AgentId, ModelRef, type SessionId } from '#shared/ids.ts'
import { nearNames } from '#shared/near-names.ts'
import type { Project } from '#shared/project/project.ts'
import type { Client } from '../client.ts'
import { chatNamed, newestChat } from '../find-chat.ts'
import { UsageError } from '../usage-error.ts'
import type { RunOptions } from './run-options.ts'

type Deps = { readonly client: Client; readonly project: Project; readonly options: RunOptions }

/** Returns the chat to continue, with the options of the command line applied; null for a new chat. */
export async function chatToContinue({ client, project, options }: Deps): Promise<SessionId | null> {
  await checkNames({ client, project, options })
  const { continues, model, effort, mode, agent } = options
  if (continues === null) return null
  const chat =
    continues.chat === 'newest'
      ? await newestChat(client, project)
      : await chatNamed(client, continues.name, project)
  if (chat === null) throw new UsageError(`There is no chat to continue in ${project.path}.`)
  if (['running', 'waiting'].includes(chat.state)) {
    throw new UsageError(`The chat “${chat.title}” is running. Wait until it has ended.`)
  }
  if (agent !== null)
    await client.call('session.switchAgent', { sessionId: chat.id, agentId: AgentId.parse(agent) })
  const changes = {
    ...(model === null ? {} : { model: ModelRef.parse(model) }),
    ...(effort === null ? {} : { effort }),
    ...(mode === null ? {} : { permissionMode: mode }),
  }
  for (const path of options.folders) await client.call('folder.add', { sessionId: chat.id, path })
  if (Object.keys(changes).length > 0) await client.call('session.update', { sessionId: chat.id, changes })
  return chat.id
}

/** Sends the message, or resumes the chat without one. Returns the chat. */
export async function begin({ client, project, options }: Deps, known: SessionId | null): Promise<SessionId> {
  const { prompt, model, effort, agent, bounds, folders } = options
  const limits = bounds === null ? {} : { bounds }
  if (known !== null && prompt === '') {
    await client.call('session.goOn', { sessionId: known })
    return known
  }
  if (known !== null) {
    const target = { to: 'session', sessionId: known } as const
    await client.call('session.send', { target, text: prompt, images: [], ...limits })
    return known
  }
  const target = {
    to: 'project' as const,
    projectId: project.id,
    permissionMode: await modeOf(client, options),
    ...(model === null ? {} : { model: ModelRef.parse(model) }),
    ...(effort === null ? {} : { effort }),
    ...(agent === null ? {} : { agentId: AgentId.parse(agent) }),
    ...(folders.length === 0 ? {} : { folders: [...folders] }),
  }
  const { sessionId } = await client.call('session.send', { target, text: prompt, images: [], ...limits })
  return sessionId
}

async function modeOf(client: Client, { mode }: RunOptions) {
  return mode ?? (await client.call('app.boot', {})).settings.permissionMode
}

/** Refuses an unknown model or agent before anything is begun. */
async function checkNames({ client, project, options: { model, agent } }: Deps): Promise<void> {
  if (model !== null) {
    const refs = (await client.call('app.boot', {})).models.map(({ ref }) => String(ref))
    if (!refs.includes(model)) throw unknown('model', model, refs)
  }
  if (agent !== null) {
    const { agents } = await client.call('agents.list', { projectId: project.id })
    const ids = agents.map(({ id }) => String(id))
    if (!ids.includes(agent)) throw unknown('agent', agent, ids)
  }
}

function unknown(what: string, name: string, all: readonly string[]): UsageError {
  const near = nearNames(name, all)
  const hint =
    near.length > 0 ? `Did you mean ${near.join(' or ')}?` : `There are: ${all.slice(0, 20).join(', ')}.`
  return new UsageError(`There is no ${what} ${name}. ${hint}`)
}

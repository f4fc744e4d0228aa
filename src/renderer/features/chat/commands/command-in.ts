import { commandNamed, withoutAlias } from '#shared/commands/registry.ts'
import type { ProjectId } from '#shared/ids.ts'
import { appCommand } from '#shared/session/app-commands.ts'
import type { Chat } from '../chat-context.ts'
import { promptName } from '../composer/mentions/prompt-arguments.ts'
import { chatAct } from './chat-acts.ts'
import { chatCommand, commandName, RUNS_COMMAND, runAskedFor } from './command-matches.ts'

/** The name of the command that a text is in a chat of this project, a saved workflow included; null for plain words. */
export async function commandIn(
  api: Pick<Chat['api'], 'read'>,
  projectId: ProjectId | null,
  typed: string,
): Promise<string | null> {
  const text = withoutAlias(typed)
  if (runAskedFor(text) !== undefined) return RUNS_COMMAND
  const ofApp = appCommand(text)?.name ?? chatAct(text)?.name ?? chatCommand(text)?.kind
  if (ofApp !== undefined) return ofApp
  const name = commandName(text)
  if (name !== null && commandNamed(name)?.by === 'window') return name
  if (projectId === null) return null
  const [, word] = /^\/([^\s:/]+:\S+)(?:\s|$)/.exec(text.trim()) ?? []
  if (word !== undefined) {
    const prompts = await api.read('mcp.prompts', { projectId })
    return prompts.some((prompt) => promptName(prompt) === word) ? word : null
  }
  if (name === null) return null
  const [saved, { commands }, { skills }] = await Promise.all([
    api.read('workflow.saved', { projectId }),
    api.read('commands.files', { projectId }),
    api.read('skills.list', { projectId }),
  ])
  return [...saved, ...commands, ...skills].some((each) => each.name === name) ? name : null
}

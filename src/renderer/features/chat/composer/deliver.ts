import type { SendTarget } from '#shared/ipc/calls/session-calls.ts'
import { typedText } from '#shared/session/app-commands.ts'
import type { Text } from '../../../messages/TextProvider.tsx'
import type { Draft } from '../../../store/draft-store.ts'
import { commandIn } from '../commands/command-in.ts'
import type { CommandResult } from '../commands/run-chat-command.ts'
import { type CommandScene, runCommand } from '../commands/run-command.ts'
import type { ComposerAct } from './composer-keys.ts'
import type { ComposerTarget } from './composer-target.ts'

type Showing = { readonly t: Text; readonly show: (result: CommandResult) => void }

/** Carries out a command of the window and shows its answer; null for any other text. */
export function commanded(
  chat: CommandScene,
  target: ComposerTarget,
  typed: string,
  { t, show }: Showing,
): Promise<void> | null {
  // A leading space sends the text as a message.
  if (/^\s/.test(typed)) return null
  const done = runCommand(chat, target, typed, t)
  return (
    done?.then((result) => {
      if (result !== null) show(result)
    }) ?? null
  )
}

/** Sends a draft: as a message, into the queue of a run, or as a command that main carries out. */
export async function deliver(
  chat: Pick<CommandScene, 'api' | 'app'>,
  target: ComposerTarget,
  draft: Draft,
  act: Exclude<ComposerAct, 'stop'>,
): Promise<void> {
  const { api, app } = chat
  const text = typedText(draft.text)
  const { sessionId } = target
  const waits = sessionId !== null && act !== 'send'
  // A command says nothing to the current run, whatever it starts beside it.
  if (waits && (draft.files.length > 0 || (await commandIn(api, target.projectId, text)) === null)) {
    const lane = act === 'steer' ? 'steer' : 'followup'
    await api.command('queue.add', { sessionId, lane, text, images: [...draft.files] })
    return
  }
  const to = sendTargetOf(target)
  if (to === null) return
  const accepted = await api.command('session.send', { target: to, text, images: [...draft.files] })
  if (sessionId === null) app.showCreated(accepted.sessionId, target.projectId)
}

function sendTargetOf(target: ComposerTarget): SendTarget | null {
  const { sessionId, projectId, chosenModel, effort, mode, agentId, folders } = target
  if (sessionId !== null) return { to: 'session', sessionId }
  if (projectId === null) return null
  return {
    to: 'project',
    projectId,
    permissionMode: mode,
    ...(chosenModel === null ? {} : { model: chosenModel }),
    ...(effort === null ? {} : { effort }),
    ...(agentId === null ? {} : { agentId }),
    ...(folders.length === 0 ? {} : { folders: [...folders] }),
  }
}

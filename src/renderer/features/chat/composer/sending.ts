import { useState } from 'react'
import { withoutAlias } from '#shared/commands/registry.ts'
import type { SendTarget } from '#shared/ipc/calls/session-calls.ts'
import { problemOf } from '../../../api.ts'
import { type Text, useProblemWords, useText } from '../../../messages/TextProvider.tsx'
import type { Draft } from '../../../store/draft-store.ts'
import { type Chat, useChat } from '../chat-context.ts'
import { openRun } from '../open-run.ts'
import { cacheCommand, doCacheCommand } from './cache-command.ts'
import { chatAct, doChatAct } from './chat-acts.ts'
import { commandIn } from './command-in.ts'
import { chatCommand, runAskedFor } from './command-matches.ts'
import type { ComposerAct } from './composer-keys.ts'
import type { ComposerTarget } from './composer-target.ts'
import { doModelCommand, modelCommand } from './model-command.ts'
import { type CommandResult, runChatCommand } from './run-chat-command.ts'
import { doViewCommand, viewCommand } from './view-commands.ts'

/** Does what the composer is asked to do. The draft goes only after main has accepted it. */
export function useSending(target: ComposerTarget) {
  const chat = useChat()
  const [sending, setSending] = useState(false)
  const [stopping, setStopping] = useState<string | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [shown, setShown] = useState<CommandResult | null>(null)
  const t = useText()
  const say = useProblemWords()

  function act(asked: ComposerAct): void {
    if (asked === 'stop') {
      if (target.runId === null || target.sessionId === null) return
      setStopping(target.runId)
      chat.app.attempt(chat.api.call('run.stop', { sessionId: target.sessionId, runId: target.runId }))
      return
    }
    const draft = chat.drafts.of(target.key)
    if (sending || (draft.text.trim() === '' && draft.files.length === 0)) return
    setSending(true)
    setProblem(null)
    setShown(null)
    const begin = () =>
      (draft.files.length === 0 ? commanded(chat, target, draft.text, { t, show: setShown }) : null) ??
      deliver(chat, target, draft, asked)
    // What is written to a chat that is on its way waits for it: some of it is about what is shown.
    const ready = target.sessionId === null ? begin() : chat.session.settled().then(begin)
    ready
      .then(() => chat.drafts.accepted(target.key, draft))
      .catch((error: unknown) => setProblem(say(problemOf(error))))
      .finally(() => setSending(false))
  }

  const isStopping = stopping !== null && stopping === target.runId
  return { act, sending, stopping: isStopping, problem, shown, show: setShown, dismiss: () => setShown(null) }
}

type Showing = { readonly t: Text; readonly show: (result: CommandResult) => void }

/** Does what a command of the window asks for; null for any other text. */
function commanded(
  chat: Chat,
  target: ComposerTarget,
  typed: string,
  { t, show }: Showing,
): Promise<void> | null {
  const text = withoutAlias(typed)
  const ofView = viewCommand(text)
  if (ofView !== null) {
    return doViewCommand(chat, target, ofView, t).then((result) => {
      if (result !== null) show(result)
    })
  }
  const ofCache = cacheCommand(text)
  if (ofCache !== null) return doCacheCommand(chat.api, target.sessionId, ofCache, t).then(show)
  const ofModel = modelCommand(text)
  if (ofModel !== null) return doModelCommand(chat, target, ofModel, t).then(show)
  const asksFor = chatAct(text)
  if (asksFor !== null) return doChatAct(chat, target, asksFor, t)
  const command = chatCommand(text)
  return command === null ? null : runChatCommand(chat.api, target, command, t).then(show)
}

async function deliver(
  chat: Chat,
  target: ComposerTarget,
  draft: Draft,
  act: Exclude<ComposerAct, 'stop'>,
): Promise<void> {
  const { api, app } = chat
  const text = draft.text.trim()
  const asked = draft.files.length === 0 ? runAskedFor(text) : undefined
  if (asked !== undefined) return openRun(chat, target.projectId, asked)
  const { sessionId } = target
  const waits = sessionId !== null && act !== 'send'
  // A command is no word for the run that goes on, whatever it starts beside it.
  if (waits && (draft.files.length > 0 || (await commandIn(api, target.projectId, text)) === null)) {
    const lane = act === 'steer' ? 'steer' : 'followup'
    await api.call('queue.add', { sessionId, lane, text, images: [...draft.files] })
    return
  }
  const to = sendTargetOf(target)
  if (to === null) return
  const accepted = await api.call('session.send', { target: to, text, images: [...draft.files] })
  if (sessionId === null) app.openSession(accepted.sessionId, target.projectId)
}

function sendTargetOf(target: ComposerTarget): SendTarget | null {
  const { sessionId, projectId, chosenModel, effort, mode, agentId } = target
  if (sessionId !== null) return { to: 'session', sessionId }
  if (projectId === null) return null
  return {
    to: 'project',
    projectId,
    permissionMode: mode,
    ...(chosenModel === null ? {} : { model: chosenModel }),
    ...(effort === null ? {} : { effort }),
    ...(agentId === null ? {} : { agentId }),
  }
}

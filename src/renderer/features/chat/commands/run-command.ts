import { type COMMANDS, commandNamed, lackOf, withoutAlias } from '#shared/commands/registry.ts'
import { AppError } from '#shared/errors.ts'
import type { Text } from '../../../messages/TextProvider.tsx'
import type { Chat } from '../chat-context.ts'
import type { ComposerTarget } from '../composer/composer-target.ts'
import { openRun } from '../open-run.ts'
import { doOnboarding, kickBridge, switchFullScreen } from './app-acts.ts'
import { cacheCommand, doCacheCommand } from './cache-command.ts'
import { chatAct, doChatAct } from './chat-acts.ts'
import { chatCommand, runAskedFor } from './command-matches.ts'
import { addFolder } from './folder-command.ts'
import { issueCommand, reviewCommand, shareCommand } from './forge-commands.ts'
import { doModelCommand, modelCommand } from './model-command.ts'
import { autofixCommand, commitPushPrCommand, subscribeCommand } from './pull-commands.ts'
import { showEnvironment, showToolCalls, showVersion, writePerfReport } from './report-commands.ts'
import { type CommandResult, runChatCommand } from './run-chat-command.ts'
import { setStatusLine } from './status-line-command.ts'
import { chooseStyle } from './style-command.ts'
import { unavailableText } from './unavailable-text.ts'
import { doViewCommand, viewCommand } from './view-commands.ts'

/** The chat and the target of a command that was typed. `text` begins with the name, not with an alias. */
type Typed = {
  readonly chat: CommandScene
  readonly target: ComposerTarget
  readonly text: string
  readonly words: string
  readonly t: Text
}

/** The stores that commands of the window use. */
export type CommandScene = Pick<Chat, 'api' | 'app' | 'session' | 'workflowRuns'>

/** Null: the words do not fit the command, so that main refuses it. */
type Run = (typed: Typed) => Promise<CommandResult | null> | null

/** The name of a command that the window carries out. */
export type WindowCommandName = Extract<(typeof COMMANDS)[number], { readonly by: 'window' }>['name']

/** Every command of the window, with its effect. */
const RUNS: Readonly<Record<WindowCommandName, Run>> = {
  'add-dir': ({ chat, target, words, t }) => addFolder(chat, target, words, t),
  agents: inView,
  'autofix-pr': ({ chat, target, words, t }) => autofixCommand(chat, target, words, t),
  branch: act,
  branches: act,
  'break-cache': ({ chat, target, text, t }) => {
    const asked = cacheCommand(text)
    return asked === null ? null : doCacheCommand(chat.api, target.sessionId, asked, t)
  },
  'bridge-kick': ({ chat, target, words, t }) => kickBridge(chat, target, words, t),
  commit: inView,
  'commit-push-pr': ({ chat, target, words, t }) =>
    words === '' ? commitPushPrCommand(chat, target, t) : null,
  config: inView,
  context: ofModel,
  'debug-tool-call': ({ chat, target, words, t }) =>
    target.sessionId === null ? null : showToolCalls(chat, target.sessionId, words, t),
  doctor: inView,
  effort: ofModel,
  env: ({ chat, words, t }) => (words === '' ? showEnvironment(chat, t) : null),
  help: inView,
  issue: ({ target, words, t }) => issueCommand(target, words, t),
  login: inView,
  memory: inChat,
  mode: inView,
  model: ofModel,
  onboarding: ({ chat, target, words, t }) => doOnboarding(chat, target, words, t),
  'output-style': ({ chat, target, words, t }) => chooseStyle(chat, target.projectId, words, t),
  'perf-issue': ({ chat, target, words, t }) => writePerfReport(chat, target.sessionId, words, t),
  plugin: inView,
  quit: ({ chat, words }) => (words === '' ? chat.api.command('app.quit', {}) : null),
  recap: inChat,
  report: inView,
  resume: act,
  share: ({ target, words, t }) => shareCommand(target, words, t),
  skills: inView,
  statusline: ({ chat, target, words, t }) => setStatusLine(chat, target.projectId, words, t),
  'subscribe-pr': ({ chat, target, words, t }) => subscribeCommand(chat, target, words, t),
  summary: inChat,
  triggers: inView,
  tui: ({ chat, words, t }) => switchFullScreen(chat, words, t),
  ultrareview: ({ chat, target, words, t }) => reviewCommand(chat, target, words, t),
  usage: act,
  vault: inView,
  version: ({ chat, words, t }) => (words === '' ? showVersion(chat, t) : null),
  worktrees: inView,
  attempts: inView,
  workflows: ({ chat, target, text }) => {
    const asked = runAskedFor(text)
    return asked === undefined ? null : openRun(chat, target.projectId, asked).then(() => null)
  },
}

/**
 * Carries out a command of the window; null for any other text. Rejects with a sentence where the command cannot run.
 * It ends at once: what asks a model for its answer does so once it is shown.
 */
export function runCommand(
  chat: CommandScene,
  target: ComposerTarget,
  typed: string,
  t: Text,
): Promise<CommandResult | null> | null {
  const text = withoutAlias(typed).trim()
  const [, word, words = ''] = /^\/([a-z0-9-]+)(?:\s+([\s\S]*))?$/.exec(text) ?? []
  const spec = word === undefined ? undefined : commandNamed(word)
  if (spec === undefined) return null
  const lack = lackOf(spec, placeOf(chat, target))
  if (lack !== null) return Promise.reject(AppError.quoting('other', unavailableText(spec.name, lack, t)))
  return isOfWindow(spec.name) ? RUNS[spec.name]({ chat, target, text, words: words.trim(), t }) : null
}

/** Returns the place of the commands of a target. */
export function placeOf(
  { app }: Pick<Chat, 'app'>,
  { projectId, sessionId }: Pick<ComposerTarget, 'projectId' | 'sessionId'>,
) {
  return {
    hasProject: projectId !== null,
    hasChat: sessionId !== null,
    allowsBackground: app.store.getState().settings.backgroundAgents,
  }
}

const isOfWindow = (name: string): name is WindowCommandName => Object.hasOwn(RUNS, name)

function inView({ chat, target, text, t }: Typed): ReturnType<Run> {
  const asked = viewCommand(text)
  return asked === null ? null : doViewCommand(chat, target, asked, t)
}

function act({ chat, target, text, t }: Typed): ReturnType<Run> {
  const asked = chatAct(text)
  return asked === null ? null : doChatAct(chat, target, asked, t).then(() => null)
}

function ofModel({ chat, target, text, t }: Typed): ReturnType<Run> {
  const asked = modelCommand(text)
  return asked === null ? null : doModelCommand(chat, target, asked, t)
}

function inChat({ chat, target, text, t }: Typed): ReturnType<Run> {
  const asked = chatCommand(text)
  return asked === null ? null : runChatCommand(chat.api, target, asked, t)
}

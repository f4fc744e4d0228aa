import { AppError } from '#shared/errors.ts'
import type { PLUGIN_CALLS } from '#shared/ipc/calls/plugin-calls.ts'
import type { Handlers } from '#shared/ipc/contract.ts'
import { say } from '#shared/sentences.ts'
import type { Confirmation, ShellPort } from '../app-port.ts'
import type { MainLocale } from '../chats/main-locale.ts'
import type { Plugins } from '../extensions/plugins/plugins.ts'
import { installQuestion, removeQuestion, switchQuestion } from './plugin-questions.ts'

type Rooms = {
  readonly plugins: Plugins
  readonly shell: Pick<ShellPort, 'pickFile' | 'pickFolder' | 'confirmInFront'>
  readonly locale: () => MainLocale
  /** Whether command lines reach this app from outside, and not only the one that runs it. */
  readonly hasWindow: boolean
}

/**
 * Creates the handlers for plugins. A change that a command line asks for is confirmed in the window: a program that an
 * agent runs has the same user and can answer any question of a terminal. This holds for switching off and removing too,
 * since the hooks of a plugin may restrict agents.
 */
export function createPluginHandlers({
  plugins,
  shell,
  locale,
  hasWindow,
}: Rooms): Pick<Handlers, keyof typeof PLUGIN_CALLS> {
  let isAsking = false
  const asks = async (ask: () => Promise<Confirmation> | Confirmation): Promise<boolean> => {
    // A program could heap up questions until the person agrees to one.
    if (isAsking) return false
    isAsking = true
    try {
      return await shell.confirmInFront(await ask())
    } finally {
      isAsking = false
    }
  }
  const confirmed = async (isCommandLine: boolean, ask: () => Promise<Confirmation> | Confirmation) => {
    if (!isCommandLine || !hasWindow || (await asks(ask))) return
    throw AppError.saying('ipc.refused', say('plugin.notConfirmed'))
  }
  const done = async (work: Promise<void>): Promise<null> => {
    await work
    return null
  }
  return {
    'plugins.list': () => plugins.list(),
    'plugins.open': ({ source, inside }) => plugins.open({ text: source, inside }),
    'plugins.choose': async ({ kind }, { windowId }) => {
      const path =
        kind === 'folder' ? await shell.pickFolder(windowId) : await shell.pickFile(windowId, ['zip'])
      return path === null ? null : plugins.open({ text: path, inside: null })
    },
    'plugins.cancel': () => {
      plugins.cancel()
      return null
    },
    'plugins.checkUpdate': ({ name }) => plugins.checkUpdate(name),
    'plugins.review': ({ name }) => plugins.review(name),
    'plugins.install': async ({ id }, { isCommandLine = false }) => {
      await confirmed(isCommandLine, async () => installQuestion(locale(), await plugins.cardOf(id)))
      return done(plugins.install(id))
    },
    'plugins.discard': ({ id }) => done(plugins.discard(id)),
    'plugins.turn': async ({ name, on }, { isCommandLine = false }) => {
      await confirmed(isCommandLine, () => switchQuestion(locale(), name, on))
      return done(plugins.turn(name, on))
    },
    'plugins.remove': async ({ name }, { isCommandLine = false }) => {
      await confirmed(isCommandLine, () => removeQuestion(locale(), name))
      return done(plugins.remove(name))
    },
  }
}

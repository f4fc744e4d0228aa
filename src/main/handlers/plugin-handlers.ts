import type { PLUGIN_CALLS } from '#shared/ipc/calls/plugin-calls.ts'
import type { Handlers } from '#shared/ipc/contract.ts'
import type { ShellPort } from '../app-port.ts'
import type { Plugins } from '../extensions/plugins/plugins.ts'

type Rooms = {
  readonly plugins: Plugins
  readonly shell: Pick<ShellPort, 'pickFile' | 'pickFolder'>
}

/** Creates the handlers for plugins. */
export function createPluginHandlers({ plugins, shell }: Rooms): Pick<Handlers, keyof typeof PLUGIN_CALLS> {
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
    'plugins.install': ({ id }) => done(plugins.install(id)),
    'plugins.discard': ({ id }) => done(plugins.discard(id)),
    'plugins.turn': ({ name, on }) => done(plugins.turn(name, on)),
    'plugins.remove': ({ name }) => done(plugins.remove(name)),
  }
}

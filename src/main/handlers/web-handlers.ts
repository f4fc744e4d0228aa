import type { WEB_CALLS } from '#shared/ipc/calls/web-calls.ts'
import type { Handlers } from '#shared/ipc/contract.ts'
import type { Config } from '../config/load-config.ts'

type Rooms = { readonly config: Pick<Config, 'current' | 'setWeb'> }

/** Creates the handlers for the settings of the web tools. */
export function createWebHandlers({ config }: Rooms): Pick<Handlers, keyof typeof WEB_CALLS> {
  return {
    'web.settings': async () => config.current().web ?? {},
    'web.save': async ({ web }) => {
      await config.setWeb(web)
      return null
    },
  }
}

import { AppError } from '#shared/errors.ts'
import type { VAULT_CALLS } from '#shared/ipc/calls/vault-calls.ts'
import type { Handlers } from '#shared/ipc/contract.ts'
import { say } from '#shared/sentences.ts'
import type { Confirmation } from '../app-port.ts'
import { Secret } from '../lib/secret.ts'
import type { Vault } from '../vault/vault.ts'

type Rooms = {
  readonly vault: Vault
  readonly confirm: (windowId: number, question: Confirmation) => Promise<boolean>
  readonly copyForAWhile: (text: string) => Promise<void>
  readonly locale: () => 'en' | 'zh-CN'
  /** Ends with the app. */
  readonly signal: AbortSignal
}

/** Time limit of one vault call, in milliseconds. A keychain prompt alone may take two minutes. */
const LIMIT_MS = 150_000

/** Creates the handlers for the vault. Values enter by `vault.set` and leave by `vault.reveal` only. */
export function createVaultHandlers(rooms: Rooms): Pick<Handlers, keyof typeof VAULT_CALLS> {
  const { vault } = rooms
  const soon = () => AbortSignal.any([rooms.signal, AbortSignal.timeout(LIMIT_MS)])
  return {
    'vault.status': () => vault.probe(soon()),
    'vault.list': () => vault.list(soon()),
    'vault.set': async (input) => {
      const value = new Secret(input.value)
      if (input.kind === 'secret') await vault.set(input.name, value, soon())
      else await vault.openWithPassphrase(value, soon())
      return null
    },
    'vault.reveal': async ({ name }, { windowId }) => {
      if (!(await rooms.confirm(windowId, REVEAL[rooms.locale()](name)))) return null
      return (await vault.reveal(name, 'shown', soon())).reveal()
    },
    'vault.copy': async ({ name }) => {
      const value = await vault.reveal(name, 'copied', soon())
      await rooms.copyForAWhile(value.reveal())
      return null
    },
    'vault.rename': async ({ name, to }) => {
      if (name === to) throw AppError.saying('vault.name_invalid', say('vault.sameName'))
      await vault.rename(name, to, soon())
      return null
    },
    'vault.allow': async ({ name, by, allowed }) => {
      await vault.allow(name, by, allowed)
      return null
    },
    'vault.delete': async ({ name }) => {
      await vault.delete(name, soon())
      return null
    },
    'vault.cancel': async () => {
      vault.cancel()
      return null
    },
  }
}

/** Main asks this itself, outside the page, so its words are here and not in a window's catalogue. */
const REVEAL: Readonly<Record<'en' | 'zh-CN', (name: string) => Confirmation>> = {
  en: (name) => ({
    title: `Reveal ${name}?`,
    detail: 'Its value will be shown in the window for 30 seconds.',
    confirm: 'Reveal',
    cancel: 'Cancel',
  }),
  'zh-CN': (name) => ({
    title: `显示 ${name}？`,
    detail: '它的值会在窗口中显示 30 秒。',
    confirm: '显示',
    cancel: '取消',
  }),
}

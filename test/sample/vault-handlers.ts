import { AppError } from '#shared/errors.ts'
import { say, tell } from '#shared/sentences.ts'
import type { VaultStatus } from '#shared/vault/secret.ts'
import { sampleSecrets } from './sample-app.ts'
import type { Wish } from './wish.ts'

const BACKENDS = ['keychain', 'file', 'locked', 'none'] as const

/** What main says of secrets, and what it refuses. */
export function vaultHandlers(wish: Wish, now: number) {
  let secrets = wish('secrets') === 'none' ? [] : sampleSecrets(now)
  return {
    'vault.status': () => vaultOf(wish),
    'vault.list': () => secrets,
    'vault.set': (input: { kind: 'secret' | 'passphrase'; value: string }) => {
      if (input.kind === 'secret') return null
      throw AppError.quoting('vault.wrong_passphrase', 'This passphrase does not open the file. Try again.')
    },
    'vault.reveal': () => 'not-a-real-key-27',
    'vault.copy': () => null,
    'vault.rename': () => null,
    'vault.allow': () => null,
    'vault.delete': ({ name }: { name: string }) => {
      secrets = secrets.filter((secret) => secret.name !== name)
      return null
    },
  }
}

/** Where secrets are kept, as the address wishes. */
export function vaultOf(wish: Wish): VaultStatus {
  const backend = BACKENDS.find((each) => each === wish('vault')) ?? 'keychain'
  const keychainName = backend === 'none' || backend === 'locked' ? '' : 'GNOME Keyring'
  return {
    backend,
    keychainName,
    problem: backend === 'none' ? tell(say('vault.noKeychain'), say('vault.silent', { seconds: '3' })) : null,
  }
}

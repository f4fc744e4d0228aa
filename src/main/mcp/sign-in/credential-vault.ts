import { createHash } from 'node:crypto'
import { parseJson } from '#shared/parse-json.ts'
import { IssuerCredentials } from '../messages.ts'

/** The vault, as far as sign-ins use it. `read` returns null for a missing secret. */
export type SecretVault = {
  readonly read: (name: string) => Promise<string | null>
  readonly write: (name: string, value: string) => Promise<void>
  readonly remove: (name: string) => Promise<void>
  /** Keeps a value out of every log. */
  readonly hide: (value: string) => void
}

/** Keeps the credentials of authorization servers in the vault: one secret for each issuer. */
export function createCredentialVault(vault: SecretVault) {
  const hide = ({ client, sessions }: IssuerCredentials): void => {
    const clients = [client, ...sessions.map((session) => session.client)]
    const values = [
      ...clients.map((each) => each?.secret ?? ''),
      ...sessions.flatMap(({ refresh, access }) => [refresh ?? '', access ?? '']),
    ]
    for (const value of values) if (value !== '') vault.hide(value)
  }
  return {
    read: async (issuer: string): Promise<IssuerCredentials | null> => {
      const text = await vault.read(secretName(issuer))
      if (text === null) return null
      const read = IssuerCredentials.safeParse(parseJson(text))
      // A secret that the person edited by hand, or that belongs to another issuer, is not used.
      if (!read.success || read.data.issuer !== issuer) return null
      hide(read.data)
      return read.data
    },
    write: async (credentials: IssuerCredentials): Promise<void> => {
      const name = secretName(credentials.issuer)
      if (credentials.client === null && credentials.sessions.length === 0) {
        await vault.remove(name)
        return
      }
      hide(credentials)
      await vault.write(name, JSON.stringify(credentials))
    },
  }
}

export type CredentialVault = ReturnType<typeof createCredentialVault>

/** The name of an issuer's secret, with its host so that the person knows it in the vault. */
export function secretName(issuer: string): string {
  const host = URL.canParse(issuer) ? new URL(issuer).hostname : 'unknown'
  const readable = host.replace(/[^A-Za-z0-9-]+/g, '-').slice(0, 60)
  const digest = createHash('sha256').update(issuer).digest('hex').slice(0, 12)
  return `mcp-sign-in-${readable}-${digest}`
}

import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { AppError } from '#shared/errors.ts'
import { CHATGPT_REGISTRATION, CHATGPT_SECRET } from '#shared/model/chatgpt-plan.ts'
import { parseJsonOrNull } from '#shared/parse-json.ts'
import type { SecretUse } from '#shared/vault/secret.ts'
import { Secret } from '../../lib/secret.ts'

/** The client ids that are issued to installations. */
export const IssuedClient = z.string().regex(/^oaiapp_[A-Za-z0-9_-]{1,200}$/)

const Registration = z.strictObject({
  /** This installation for OpenAI: a random name that says nothing of the person. */
  host: z.string().regex(/^urn:uuid:[0-9a-f-]{36}$/),
  /** Null before the first sign-in. */
  client: IssuedClient.nullable(),
  /** The account that the client belongs to. */
  subject: z.string().nullable(),
  /** Whether the person withheld the plan the last time, so that they are asked again. */
  withheld: z.boolean(),
})
export type Registration = z.infer<typeof Registration>

const Session = z.strictObject({
  client: IssuedClient,
  access: z.string().min(1),
  /** Null when none was given: the session then ends with its access token. */
  refresh: z.string().min(1).nullable(),
  /** When the access token expires, in epoch milliseconds. */
  until: z.number(),
})
export type Session = z.infer<typeof Session>

/** The user of a token and its purpose, for the vault's list of uses. */
export type TokenUse = Pick<SecretUse, 'by' | 'purpose'>

/** The vault, as far as the sign-in uses it. It rejects with `vault.not_found` for a missing secret. */
export type RecordVault = {
  readonly read: (name: string, use: TokenUse, signal: AbortSignal) => Promise<Secret>
  readonly reveal: (name: string, purpose: null, signal: AbortSignal) => Promise<Secret>
  readonly set: (name: string, value: Secret, signal: AbortSignal) => Promise<void>
  readonly delete: (name: string, signal: AbortSignal) => Promise<void>
}

type Deps = {
  readonly vault: RecordVault
  /** Keeps a token out of every log and text. */
  readonly hide: (token: string) => void
}

/** Keeps the registration and the tokens of Sign in with ChatGPT in the vault, and nowhere else. */
export function createChatGptRecords({ vault, hide }: Deps) {
  const own = (name: string, signal: AbortSignal) => orNull(vault.reveal(name, null, signal))
  const sessionIn = (secret: Secret | null): Session | null => {
    const session = recordIn(secret, Session)
    if (session !== null) for (const token of [session.access, session.refresh]) if (token) hide(token)
    return session
  }
  return {
    /** Returns the registration, or a new one of no client, which is stored first. */
    registration: async (signal: AbortSignal): Promise<Registration> => {
      const known = recordIn(await own(CHATGPT_REGISTRATION, signal), Registration)
      if (known !== null) return known
      const made = { host: `urn:uuid:${randomUUID()}`, client: null, subject: null, withheld: false }
      await vault.set(CHATGPT_REGISTRATION, new Secret(JSON.stringify(made)), signal)
      return made
    },
    keepRegistration: (registration: Registration, signal: AbortSignal): Promise<void> =>
      vault.set(CHATGPT_REGISTRATION, new Secret(JSON.stringify(registration)), signal),
    /** Returns the tokens for a model, whose use the vault notes; null without a sign-in. */
    sessionFor: async (use: TokenUse, signal: AbortSignal): Promise<Session | null> =>
      sessionIn(await orNull(vault.read(CHATGPT_SECRET, use, signal))),
    /** Returns the tokens for the app's own care of them. */
    session: async (signal: AbortSignal): Promise<Session | null> =>
      sessionIn(await own(CHATGPT_SECRET, signal)),
    keepSession: (session: Session, signal: AbortSignal): Promise<void> => {
      for (const token of [session.access, session.refresh]) if (token) hide(token)
      return vault.set(CHATGPT_SECRET, new Secret(JSON.stringify(session)), signal)
    },
    dropSession: async (signal: AbortSignal): Promise<void> => {
      await orNull(vault.delete(CHATGPT_SECRET, signal))
    },
  }
}

export type ChatGptRecords = ReturnType<typeof createChatGptRecords>

/** A secret that the person edited by hand counts as none. */
function recordIn<T>(secret: Secret | null, schema: z.ZodType<T>): T | null {
  return secret === null ? null : (schema.safeParse(parseJsonOrNull(secret.reveal())).data ?? null)
}

async function orNull<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work
  } catch (error) {
    if (error instanceof AppError && error.code === 'vault.not_found') return null
    throw error
  }
}

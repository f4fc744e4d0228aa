import { CHATGPT_SECRET } from '#shared/model/chatgpt-plan.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Redactor } from '../../lib/redact.ts'
import type { Fetch } from '../../models/http/http-fetch.ts'
import { createChatGptRecords, type RecordVault } from '../../models/sign-in/chatgpt-records.ts'
import { CHATGPT_HOST, createChatGptServer } from '../../models/sign-in/chatgpt-server.ts'
import { createChatGptSession } from '../../models/sign-in/chatgpt-session.ts'
import { createChatGptSignIn } from '../../models/sign-in/chatgpt-sign-in.ts'

type Deps = {
  readonly fetch: Fetch
  readonly clock: Clock
  readonly vault: RecordVault
  /** Returns since when there is a secret; null for none. */
  readonly secretSince: (name: string) => number | null
  readonly redactor: Pick<Redactor, 'add'>
  /** Opens an address in the person's browser. */
  readonly openLink: (url: string) => Promise<void>
  readonly signal: AbortSignal
}

/** The sign-in with ChatGPT, and the tokens it gives. */
export function openChatGpt({ fetch, clock, vault, secretSince, redactor, openLink, signal }: Deps) {
  const server = createChatGptServer({ fetch, clock })
  const records = createChatGptRecords({ vault, hide: redactor.add })
  const session = createChatGptSession({ server, records, clock, signal })
  return {
    signIn: createChatGptSignIn({ server, records, clock, hide: redactor.add, openLink }),
    token: session.token,
    signOut: session.signOut,
    /** The plans that the person signed in to. */
    signIns: () =>
      secretSince(CHATGPT_SECRET) === null ? [] : [{ id: 'openai', name: 'ChatGPT', host: CHATGPT_HOST }],
  }
}

export type ChatGpt = ReturnType<typeof openChatGpt>

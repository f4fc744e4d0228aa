import type { Clock } from '../../lib/clock.ts'
import type { Redactor } from '../../lib/redact.ts'
import type { Fetch } from '../../models/http/http-fetch.ts'
import { createChatGptRecords, type RecordVault } from '../../models/sign-in/chatgpt-records.ts'
import { createChatGptServer } from '../../models/sign-in/chatgpt-server.ts'
import { createChatGptSession } from '../../models/sign-in/chatgpt-session.ts'
import { createChatGptSignIn } from '../../models/sign-in/chatgpt-sign-in.ts'

type Deps = {
  readonly fetch: Fetch
  readonly clock: Clock
  readonly vault: RecordVault
  readonly redactor: Pick<Redactor, 'add'>
  /** Opens an address in the person's browser. */
  readonly openLink: (url: string) => Promise<void>
  readonly signal: AbortSignal
}

/** The sign-in with ChatGPT, and the tokens it gives. */
export function openChatGpt({ fetch, clock, vault, redactor, openLink, signal }: Deps) {
  const server = createChatGptServer({ fetch, clock })
  const records = createChatGptRecords({ vault, hide: redactor.add })
  const session = createChatGptSession({ server, records, clock, signal })
  return {
    signIn: createChatGptSignIn({ server, records, clock, hide: redactor.add, openLink }),
    token: session.token,
    signOut: session.signOut,
  }
}

export type ChatGpt = ReturnType<typeof openChatGpt>

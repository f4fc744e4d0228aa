import { systemClock } from '../../../src/main/lib/clock.ts'
import { Secret } from '../../../src/main/lib/secret.ts'
import { createHttpFetch } from '../../../src/main/models/http/http-fetch.ts'
import { createChatGptRecords } from '../../../src/main/models/sign-in/chatgpt-records.ts'
import { createChatGptServer } from '../../../src/main/models/sign-in/chatgpt-server.ts'
import { createChatGptSession } from '../../../src/main/models/sign-in/chatgpt-session.ts'
import { createChatGptSignIn } from '../../../src/main/models/sign-in/chatgpt-sign-in.ts'
import { AppError } from '../../../src/shared/errors.ts'
import { say } from '../../../src/shared/sentences.ts'
import { allowed, openAuthority, type Turns } from '../protocols/chatgpt-authority.ts'

const never = new AbortController().signal

/** A vault in memory, which takes nothing while it is broken. */
function memoryVault() {
  const values = new Map<string, string>()
  const broken: { vault: AppError | null } = { vault: null }
  const find = async (name: string) => {
    const value = values.get(name)
    if (value === undefined) throw AppError.saying('vault.not_found', say('vault.noSecret', { name }))
    return new Secret(value)
  }
  const vault = {
    read: find,
    reveal: find,
    set: async (name: string, value: Secret) => {
      if (broken.vault !== null) throw broken.vault
      values.set(name, value.reveal())
    },
    delete: async (name: string) => {
      await find(name)
      values.delete(name)
    },
  }
  return { vault, values, broken }
}

/** A person at a browser: the requests that reach the app for a page. */
export type Browser = (page: URL) => Promise<unknown>
/** Allows what a page asks. */
export const allows: Browser = (page) => fetch(allowed(page))

/** Opens the sign-in with ChatGPT before a scripted authority. The caller closes the authority. */
export async function openChatGptRig(turns: Turns = {}, limitMs = 5_000) {
  const authority = await openAuthority(turns)
  const { vault, values, broken } = memoryVault()
  const time = { offset: 0 }
  const clock = { now: () => Date.now() + time.offset }
  const asked = createHttpFetch({ clock: systemClock, connectMs: 10_000 })
  const server = createChatGptServer({
    fetch: (url, question) =>
      asked(String(url).replace('https://auth.openai.com', authority.origin), question),
    clock,
    limitMs,
  })
  const hidden: string[] = []
  const hide = (token: string) => void hidden.push(token)
  const records = createChatGptRecords({ vault, hide })
  const pages: URL[] = []
  const person: { browser: Browser } = { browser: allows }
  const signIn = createChatGptSignIn({
    server,
    records,
    clock,
    hide,
    openLink: async (url) => {
      pages.push(new URL(url))
      await person.browser(new URL(url))
    },
  })
  const session = createChatGptSession({ server, records, clock, signal: never })
  const record = (name: string) => JSON.parse(values.get(name) ?? 'null') as Record<string, unknown> | null
  return { authority, values, broken, time, hidden, pages, person, signIn, session, record, turns }
}

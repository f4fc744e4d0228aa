import { AppError } from '#shared/errors.ts'
import { say } from '#shared/sentences.ts'
import { Secret } from '../lib/secret.ts'
import {
  createKeychainCalls,
  type KeychainCalls,
  type KeychainCallsDeps,
  type KeychainQuestion,
  type Patience,
  unavailable,
} from './keychain-calls.ts'
import type { KeychainReply } from './keychain-messages.ts'
import type { Keychain, SecretStore } from './secret-store.ts'

/** The system's keychain, whose own calls never wait for a person. Close it with its owner. */
export type KeychainStore = SecretStore & {
  /** The same keychain for what a person waits for: the system may ask them first. */
  readonly patient: Keychain
  readonly close: () => void
}

/**
 * A name that is never set, so that reading it prompts no person and only shows whether a keychain exists.
 */
const PROBE = 'orrery-probe'

/**
 * Talks to the keychain in a process of its own: some systems let a call wait for ever, and only ending the
 * process ends such a call.
 */
export function createKeychainStore(deps: KeychainCallsDeps): KeychainStore {
  const calls = createKeychainCalls(deps)
  const brief: Ask = (question, signal) => answered(calls, question, 'brief', signal)
  const probe = async (signal: AbortSignal) => {
    // Behind a call that waits for the person this would wait too, and the answer is known.
    if (!calls.isWaiting()) await brief({ verb: 'has', name: PROBE }, signal)
  }
  const patient: Ask = async (question, signal) => {
    if (!calls.isPresent()) await probe(signal)
    return await answered(calls, question, 'patient', signal)
  }
  const { isAsking, cancel, close } = calls
  return { ...storeOver(brief), patient: { ...storeOver(patient), probe, isAsking, cancel }, close }
}

type Answer = string | boolean | null
type Ask = (question: KeychainQuestion, signal: AbortSignal) => Promise<Answer>

function storeOver(ask: Ask): SecretStore {
  return {
    get: async (name, signal) => {
      const value = await ask({ verb: 'get', name }, signal)
      return typeof value === 'string' ? new Secret(value) : null
    },
    has: async (name, signal) => (await ask({ verb: 'has', name }, signal)) === true,
    set: async (name, value, signal) => {
      await ask({ verb: 'set', name, value: value.reveal() }, signal)
    },
    delete: async (name, signal) => {
      await ask({ verb: 'delete', name }, signal)
    },
  }
}

async function answered(
  calls: KeychainCalls,
  question: KeychainQuestion,
  patience: Patience,
  signal: AbortSignal,
): Promise<Answer> {
  const outcome = await calls.ask(question, patience, signal)
  if (outcome instanceof AppError) throw outcome
  if (outcome.ok) return outcome.value
  throw refusalOf(outcome)
}

function refusalOf({ reason, message }: Extract<KeychainReply, { ok: false }>): AppError {
  if (reason !== 'library')
    return unavailable(say('vault.keychainSays', { words: firstLine(message) }), message)
  return unavailable(
    process.platform === 'linux' ? say('vault.libraryMissing') : say('vault.libraryBroken'),
    message,
  )
}

function firstLine(text: string): string {
  const line = (text.split('\n', 1)[0] ?? '').trimEnd()
  if (line.length > 200) return `${line.slice(0, 200)}…`
  return /[.!?]$/.test(line) ? line : `${line}.`
}

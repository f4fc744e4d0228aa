import type { SignInNeed } from './messages.ts'

/** Words for an agent when a server could not start. */
export function notStarted(name: string, why: string): string {
  return `The MCP server "${name}" could not be started: ${why} Nothing was called. The person can see its log in Settings › MCP servers.`
}

/** Words for an agent when the person must sign in first. */
export function needsSignIn(name: string, { reason }: SignInNeed): string {
  const why = reason === 'scope' ? 'needs more rights from a new sign-in' : 'needs the person to sign in'
  return `The MCP server "${name}" ${why}. Nothing was called. Only the person can sign in, with the Sign in button here or in Settings › MCP servers. Repeat the call when they have.`
}

/** Words for an agent when a server ended during a call. */
export function brokeOff(name: string, why: string): string {
  return `The MCP server "${name}" ended while this call was running: ${sentence(why)} It is being started again. Whether the call had an effect is not known: check before you repeat it.`
}

/** The words of an error as a sentence. */
export function sentenceOf(error: unknown): string {
  return sentence(error instanceof Error ? error.message : String(error))
}

const sentence = (words: string): string => (/[.!?]$/.test(words) ? words : `${words}.`)

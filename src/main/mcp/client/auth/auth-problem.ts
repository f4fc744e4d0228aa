import {
  AuthorizationServerMismatchError,
  InsecureTokenEndpointError,
  IssuerMismatchError,
  OAuthError,
} from '@modelcontextprotocol/client'
import { SignInNeeded } from './sign-in-needed.ts'

/** Replaces errors of a sign-in by sentences that quote nothing of another server. */
export function authProblem(error: unknown): unknown {
  if (error instanceof SignInNeeded) return error
  const sentence = sentenceFor(error)
  return sentence === null ? error : new Error(sentence, { cause: error })
}

function sentenceFor(error: unknown): string | null {
  if (error instanceof IssuerMismatchError) {
    return error.kind === 'metadata'
      ? 'The authorization server names another issuer than its address. The sign-in is not safe.'
      : 'The answer to the sign-in names another authorization server. Nothing was stored.'
  }
  if (error instanceof AuthorizationServerMismatchError) {
    return 'The server names another authorization server than the one its client id belongs to.'
  }
  if (error instanceof InsecureTokenEndpointError) {
    return 'The authorization server takes codes over an unsafe address. Nothing was sent.'
  }
  if (error instanceof OAuthError) {
    const code = /^[a-z_]{1,60}$/.test(error.code) ? ` (${error.code})` : ''
    return `The authorization server refused the sign-in${code}. Nothing was stored.`
  }
  if (error instanceof Error && (error.name === 'ZodError' || error instanceof SyntaxError)) {
    return 'The authorization server sent metadata that cannot be used.'
  }
  if (error instanceof DOMException && error.name === 'TimeoutError') {
    return 'The authorization server did not answer in time.'
  }
  return null
}

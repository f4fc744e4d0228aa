import type { ModelApi } from '#shared/model/model.ts'
import type { Secret } from '../../lib/secret.ts'
import { refuseForeignKey } from './foreign-key.ts'

/**
 * Returns the header that carries a key to a server. Azure and Google have names of their own for it. Throws an `AppError`
 * for a key of another provider.
 */
export function keyHeaders(api: ModelApi, secret: Secret, baseUrl: string): Readonly<Record<string, string>> {
  refuseForeignKey(secret, baseUrl)
  // A header has no encoding of its own, and servers compare what they were given in UTF-8.
  const key = Buffer.from(secret.reveal().trim()).toString('latin1')
  if (api === 'anthropic-messages') return { 'x-api-key': key }
  if (api === 'google-generative-ai' && !isAccessToken(key)) return { 'x-goog-api-key': key }
  return isAzure(baseUrl) ? { 'api-key': key } : { authorization: `Bearer ${key}` }
}

/** Vertex AI accepts OAuth access tokens and API keys. */
function isAccessToken(key: string): boolean {
  return key.startsWith('ya29.')
}

function isAzure(baseUrl: string): boolean {
  return URL.canParse(baseUrl) && /\.azure\.(?:com|us|cn)$/i.test(new URL(baseUrl).hostname)
}

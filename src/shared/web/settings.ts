import { z } from 'zod'
import { ApiKeyRef } from '../config/api-key-ref.ts'
import { ModelRef } from '../ids.ts'

/** Search engines with an API. `provider` is the search tool of a model's provider. */
export const SEARCH_ENGINES = ['searxng', 'brave', 'tavily', 'provider'] as const

/** A host name or address without a scheme or path. */
export const HostName = z
  .string()
  .trim()
  .toLowerCase()
  .min(1)
  .max(253)
  .regex(/^[a-z0-9_.:-]+$/, 'must be a host name without scheme or path')

const WebSearch = z
  .strictObject({
    engine: z.enum(SEARCH_ENGINES),
    /** The address of the API. SearXNG has no usual one. */
    url: z.exactOptional(z.url({ protocol: /^https?$/ })),
    apiKeyRef: z.exactOptional(ApiKeyRef),
    /** The model that searches, with the address and key of its provider. Only for `provider`. */
    model: z.exactOptional(ModelRef),
  })
  .refine(({ engine, url }) => engine !== 'searxng' || url !== undefined, {
    path: ['url'],
    error: 'SearXNG needs the address of your instance',
  })
  .refine(({ engine, model }) => engine !== 'provider' || model !== undefined, {
    path: ['model'],
    error: 'a search by a provider needs a model',
  })

/** `[web]`: what agents reach on the web. */
export const WebTable = z.strictObject({
  /** Whether agents may ask to read pages. */
  fetch: z.exactOptional(z.boolean()),
  /** Hosts of this computer and of private networks that agents may ask to reach. */
  privateHosts: z.exactOptional(z.array(HostName).max(100)),
  search: z.exactOptional(WebSearch),
  /** Names of vault secrets, each with the hosts to which it may be sent. */
  secrets: z.exactOptional(
    z.record(z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]*$/), z.array(HostName).min(1).max(20)),
  ),
})
export type WebTable = z.infer<typeof WebTable>

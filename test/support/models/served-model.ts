import { systemClock } from '../../../src/main/lib/clock.ts'
import { silentLogger } from '../../../src/main/lib/logger.ts'
import { Secret } from '../../../src/main/lib/secret.ts'
import {
  createOpenAiCompletions,
  type OpenAiCompletionsDeps,
} from '../../../src/main/models/completions/openai-completions.ts'
import { createHttpFetch } from '../../../src/main/models/http/http-fetch.ts'
import { DEFAULT_TIMEOUTS } from '../../../src/main/models/http/model-timeouts.ts'
import { sampleInfo } from '../protocols/model-samples.ts'

/** A key that no test may find anywhere but in an authorization header. */
export const MARKER_KEY = 'sk-marker-8f3a91c2'

/** A real provider that talks to a test's server. */
export function modelAt(baseUrl: string, changes: Partial<OpenAiCompletionsDeps> = {}) {
  const { clock = systemClock, timeouts = DEFAULT_TIMEOUTS } = changes
  return createOpenAiCompletions({
    fetch: createHttpFetch({ clock, connectMs: timeouts.connectMs }),
    info: sampleInfo(),
    baseUrl,
    readKey: async () => new Secret(MARKER_KEY),
    clock,
    timeouts,
    turnBudget: () => null,
    logger: silentLogger,
    ...changes,
  })
}

import type { ModelRequest } from '../model.ts'

/**
 * Changes a request so that no provider finds it in its cache: its tools and instructions begin with a text that no
 * other request has. Protocols with cache marks leave them out.
 */
export function withoutCache(request: ModelRequest, unique: string): ModelRequest {
  const line = `Request ${unique}.`
  const [first, ...others] = request.tools
  const tools =
    first === undefined
      ? []
      : // A schema of its own: encoded tools are known by their schema.
        [{ ...first, description: `${line} ${first.description}`, schema: copyOf(first.schema) }, ...others]
  const system = request.system === '' ? line : `${line}\n\n${request.system}`
  return { ...request, system, tools, cacheKey: unique, avoidsCache: true }
}

function copyOf(schema: unknown): unknown {
  return typeof schema === 'object' && schema !== null && !Array.isArray(schema) ? { ...schema } : schema
}

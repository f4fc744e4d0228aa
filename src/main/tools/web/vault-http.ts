import { z } from 'zod'
import { AppError } from '#shared/errors.ts'
import { isTooLong, shortenedOutput } from '../bash/shortened-output.ts'
import { defineTool, type Tool, type ToolAct } from '../tool.ts'
import { SECRET_MARK } from '../without-secrets.ts'
import { type PrivateHosts, plainHost, refuseClosed } from './guarded-lookup.ts'
import { hostAct } from './host-act.ts'
import description from './vault-http.md?raw'
import { bytesOf, decoded, mediaTypeOf, sent, type WebRequest } from './web-client.ts'
import { WebAddress } from './web-fetch.ts'
import { asWebData } from './web-pages.ts'

const HeaderName = z.string().regex(/^[A-Za-z0-9-]{1,64}$/)
const HeaderValue = z
  .string()
  .max(4_096)
  .regex(/^[\t\x20-\x7e]*$/)

/** Headers that decide where a request goes or how it ends. */
const FIXED: ReadonlySet<string> = new Set(
  'host content-length transfer-encoding connection upgrade te trailer expect keep-alive'.split(' '),
)

const VaultHttpArgs = z.strictObject({
  url: WebAddress,
  secret: z.string().trim().min(1).max(200),
  method: z.enum(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']).default('GET'),
  header: HeaderName.refine((name) => !FIXED.has(name.toLowerCase()), 'cannot hold a secret').default(
    'Authorization',
  ),
  prefix: HeaderValue.default('Bearer '),
  headers: z.exactOptional(z.record(HeaderName, HeaderValue)),
  body: z.exactOptional(z.string().max(1_000_000)),
})
type VaultHttpArgs = z.output<typeof VaultHttpArgs>

type Deps = {
  readonly request: WebRequest
  readonly privateHosts: PrivateHosts
  /** Hosts by the name of the secret bound to them. */
  readonly bound: () => Readonly<Record<string, readonly string[]>>
  /** Reads a secret. From then on its value is hidden in every text. */
  readonly readSecret: (name: string, signal: AbortSignal) => Promise<string>
}

const LIMIT_MS = 60_000
const MOST_BYTES = 2 * 1024 * 1024

/** The tool that sends a request with a secret which only the main process sees. */
export function createVaultHttpTool(deps: Deps): Tool {
  return defineTool({
    name: 'vault_http',
    title: 'Request with secret',
    description,
    schema: VaultHttpArgs,
    parallel: false,
    access: 'execute',
    plan: async ({ url, secret, method, body }) => {
      const address = new URL(url)
      refuseUnbound(deps.bound(), secret, address)
      return {
        acts: [secretAct(address)],
        preview: {
          kind: 'args',
          text: [`${method} ${url}`, `Secret: ${secret}`, body ?? ''].join('\n').trim(),
        },
      }
    },
    run: async (args, context, signal) => {
      const { status, type, text } = await send(deps, args, signal)
      const whole = asWebData('http-answer', args.url, text)
      const shown = isTooLong(whole) ? shortenedOutput(whole, await context.outputs.keep(whole)) : whole
      return { text: `Status ${status}, ${type === '' ? 'no type' : type}\n${shown}`, isError: status >= 400 }
    },
  })
}

/** The act of sending a secret to a place. */
function secretAct(address: URL): ToolAct {
  const act = hostAct('vault_http', address, false)
  const target = placeOf(address)
  const proposedRule = { tool: 'vault_http', pattern: target, action: 'allow' } as const
  return { ...act, access: 'execute', target, proposedRule }
}

/** The place a secret goes to: the host, with its port unless it is the usual one. */
const placeOf = ({ hostname, port }: URL): string =>
  port === '' ? plainHost(hostname) : `${plainHost(hostname)}:${port}`

/**
 * Refuses a place to which the person did not bind the secret, and a connection that others can read. Another port of a
 * bound host is another place: on this computer any program may listen there.
 */
function refuseUnbound(bound: Readonly<Record<string, readonly string[]>>, secret: string, url: URL): void {
  const hosts = Object.hasOwn(bound, secret) ? (bound[secret] ?? []) : []
  const host = plainHost(url.hostname)
  if (!hosts.includes(placeOf(url))) {
    const known = hosts.length === 0 ? 'no host' : hosts.join(', ')
    throw AppError.forAgent(
      'tool.failed',
      `The secret ${secret} may not be sent to ${placeOf(url)}. It is bound to ${known}. The person binds hosts under Settings, Web.`,
    )
  }
  const isHere = host === 'localhost' || host === '127.0.0.1' || host === '::1'
  if (url.protocol !== 'https:' && !isHere) {
    throw AppError.forAgent('tool.failed', 'A secret is sent over https only.')
  }
}

async function send(deps: Deps, args: VaultHttpArgs, signal: AbortSignal) {
  const url = new URL(args.url)
  // The person may have changed the bindings since the plan.
  refuseUnbound(deps.bound(), args.secret, url)
  refuseClosed(url, deps.privateHosts())
  const secret = await deps.readSecret(args.secret, signal)
  // A request that cannot be built would name its headers.
  if (!HeaderValue.safeParse(secret).success) {
    throw AppError.forAgent('tool.failed', `The secret ${args.secret} does not fit into a header.`)
  }
  const own = args.header.toLowerCase()
  const others = Object.entries(args.headers ?? {}).filter(([name]) => !FIXED.has(name.toLowerCase()))
  const headers = Object.fromEntries(others.filter(([name]) => name.toLowerCase() !== own))
  const within = AbortSignal.any([signal, AbortSignal.timeout(LIMIT_MS)])
  const answer = await sent(
    deps.request,
    url,
    {
      method: args.method,
      headers: { 'accept-encoding': 'identity', ...headers, [args.header]: `${args.prefix}${secret}` },
      ...(args.body !== undefined && { body: args.body }),
      signal: within,
    },
    signal,
  )
  const type = answer.headers.get('content-type') ?? ''
  const text = decoded(await bytesOf(answer, MOST_BYTES, { url, within, stop: signal }), type)
  return {
    status: answer.status,
    type: withoutSecret(mediaTypeOf(type), secret),
    text: withoutSecret(text, secret),
  }
}

/** Hides the secret and its usual encodings, in case a server returns them. */
function withoutSecret(text: string, secret: string): string {
  const forms = [secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)]
  const base64 = Buffer.from(secret).toString('base64')
  const hex = Buffer.from(secret).toString('hex')
  const others = [base64, base64.replace(/=+$/, ''), Buffer.from(secret).toString('base64url'), hex]
  return [...new Set([...forms, ...others])]
    .filter((form) => form !== '')
    .sort((left, right) => right.length - left.length)
    .reduce((hidden, form) => hidden.replaceAll(form, SECRET_MARK), text)
}

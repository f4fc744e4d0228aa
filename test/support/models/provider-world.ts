import { anthropicServed } from '../protocols/anthropic-served.ts'
import { authorityServed, openAiServed } from '../protocols/chatgpt-served.ts'
import { azureServed, openRouterServed, tokensServed, vertexServed } from '../protocols/cloud-served.ts'
import { completionsAt } from '../protocols/completions-served.ts'
import { geminiServed } from '../protocols/gemini-served.ts'
import { createProtocolServer, type ProtocolServer } from '../protocols/protocol-server.ts'
import { officeCertificates } from './office-certificates.ts'
import { createProxyServer, createSecureDoor } from './proxy-server.ts'

/** Providers of the chat protocol, with what each does in its own way (documentation of 2026-11). */
const DEEPSEEK = completionsAt({ root: '/v1', reasoning: 'reasoning_content', wantsReasoningBack: true })
const GROQ = completionsAt({ root: '/openai/v1', reasoning: 'reasoning' })
const MISTRAL = completionsAt({ root: '/v1', reasoning: 'parts', nineLetterIds: true })
const XAI = completionsAt({ root: '/v1', reasoning: 'reasoning_content' })
const QWEN = completionsAt({ root: '/compatible-mode/v1', reasoning: 'reasoning_content' })
const CEREBRAS = completionsAt({ root: '/v1', reasoning: 'reasoning' })

/** The providers that a story can reach, with the addresses the app really asks. */
const PROVIDERS = {
  anthropic: { host: 'api.anthropic.com', served: anthropicServed },
  openai: { host: 'api.openai.com', served: openAiServed },
  chatgpt: { host: 'auth.openai.com', served: authorityServed() },
  google: { host: 'generativelanguage.googleapis.com', served: geminiServed },
  openrouter: { host: 'openrouter.ai', served: openRouterServed },
  deepseek: { host: 'api.deepseek.com', served: DEEPSEEK },
  groq: { host: 'api.groq.com', served: GROQ },
  mistral: { host: 'api.mistral.ai', served: MISTRAL },
  xai: { host: 'api.x.ai', served: XAI },
  qwen: { host: 'dashscope.aliyuncs.com', served: QWEN },
  cerebras: { host: 'api.cerebras.ai', served: CEREBRAS },
  azure: { host: 'tide.openai.azure.com', served: azureServed },
  vertex: { host: 'aiplatform.googleapis.com', served: vertexServed },
  tokens: { host: 'oauth2.googleapis.com', served: tokensServed },
} as const
export type ScriptedProvider = keyof typeof PROVIDERS
const NAMES = Object.keys(PROVIDERS) as readonly ScriptedProvider[]

/** Strict servers at the real addresses of providers, behind a proxy and certificates of the story's own. */
export type ProviderWorld = {
  readonly servers: Readonly<Record<ScriptedProvider, ProtocolServer>>
  /** The environment in which an app finds them. */
  readonly env: Readonly<Record<string, string | null>>
  readonly close: () => Promise<void>
}

/** Opens the servers; certificates lie in `folder`. */
export async function openProviderWorld(folder: string): Promise<ProviderWorld> {
  const names = Object.values(PROVIDERS).map(({ host }) => host)
  const { authority, server: identity } = officeCertificates(folder, ...names)
  const opened = NAMES.map(
    async (name) => [name, await createProtocolServer(PROVIDERS[name].served)] as const,
  )
  const servers = Object.fromEntries(await Promise.all(opened)) as ProviderWorld['servers']
  const portOf = (host: string): number => {
    const at = NAMES.find((name) => PROVIDERS[name].host === host)
    return at === undefined ? 9 : Number(new URL(servers[at].origin).port)
  }
  const door = await createSecureDoor(portOf, identity)
  const proxy = await createProxyServer(9, door.port)
  return {
    servers,
    env: { https_proxy: `http://${proxy.host}`, no_proxy: null, NODE_EXTRA_CA_CERTS: authority },
    close: async () => {
      await proxy.close()
      await door.close()
      for (const server of Object.values(servers)) await server.close()
    },
  }
}

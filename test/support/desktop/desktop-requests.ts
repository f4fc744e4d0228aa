import type { ModelServer } from '../models/model-server.ts'

/** One message of a request, as the model was sent it. */
export type SentMessage = { readonly role: string; readonly text: string; readonly calls: readonly string[] }

/** The chat requests the server got, each as its messages. */
export function sentChats(server: ModelServer): readonly (readonly SentMessage[])[] {
  return server.requests
    .filter((request) => request.path === '/v1/chat/completions')
    .map((request) => messagesOf(request.body))
}

/** The messages of the newest chat request, without the system's. */
export function newestChat(server: ModelServer): readonly SentMessage[] {
  return (sentChats(server).at(-1) ?? []).filter((message) => message.role !== 'system')
}

type Wire = {
  readonly messages?: readonly {
    readonly role: string
    readonly content?: unknown
    readonly tool_calls?: readonly { readonly function: { readonly name: string } }[]
  }[]
}

function messagesOf(body: unknown): readonly SentMessage[] {
  return ((body as Wire).messages ?? []).map(({ role, content, tool_calls: calls }) => ({
    role,
    text: textOf(content),
    calls: (calls ?? []).map((call) => call.function.name),
  }))
}

function textOf(content: unknown): string {
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) return ''
  return content.map((part: { readonly text?: string }) => part.text ?? '').join('')
}

/** The first words of each chat request, and the tools that it offered in its list or in a message. */
export function toolsOffered(server: ModelServer) {
  return server.requests
    .filter((request) => request.path === '/v1/chat/completions')
    .map(({ body }) => ({
      asked: messagesOf(body).find(({ role }) => role === 'user')?.text ?? '',
      tools: [
        ...((body as Tooled).tools ?? []).map((tool) => tool.function.name),
        ...messagesOf(body).flatMap(({ text }) => definedIn(text)),
      ],
    }))
}

/** The names of tools that a message defines for `call_tool`, each on a line of its own. */
function definedIn(text: string): readonly string[] {
  if (!text.includes('Call by `call_tool`:')) return []
  return [...text.matchAll(/^`([a-z_]+)`$/gm)].map(([, name = '']) => name)
}

type Tooled = { readonly tools?: readonly { readonly function: { readonly name: string } }[] }

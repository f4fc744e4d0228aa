import type { AgentRun } from '#shared/agent/agent-run.ts'
import type { SessionId } from '#shared/ids.ts'
import { callScript, type Gate, type Script } from '../models/model-script.ts'
import { type AgentHost, CALLER, openAgentHost, type SentRequest } from './agent-host.ts'

/** What is answered to a request whose newest message has the word in it. */
export type Rule = readonly [word: string, script: Script | ((request: SentRequest) => Script)]

type App = Awaited<ReturnType<AgentHost['start']>>

/** The newest thing said to the one who asks, and nothing before it. */
const newest = (request: SentRequest) => JSON.stringify(request.messages.at(-1))

/** A host whose model answers by rules; the first that fits counts. */
export async function openRuleHost() {
  let rules: readonly Rule[] = []
  const host = await openAgentHost({
    respond: ({ body }) => {
      const request = body as SentRequest
      const rule = rules.find(([word]) => newest(request).includes(word))
      if (rule === undefined) return { steps: [{ do: 'text', text: 'I have nothing to say.' }, END] }
      return typeof rule[1] === 'function' ? rule[1](request) : rule[1]
    },
  })
  return {
    ...host,
    answer: (...wanted: readonly Rule[]) => {
      rules = wanted
    },
    /** The requests in which this was the newest word. */
    askedWith: (word: string) => host.sent().filter((request) => newest(request).includes(word)),
  }
}

export type RuleHost = Awaited<ReturnType<typeof openRuleHost>>

const END = { do: 'finish', reason: 'stop' } as const

/** An answer that gives work to agents, side by side. */
export const delegate = (...tasks: readonly Record<string, unknown>[]): Script =>
  callScript(tasks.map((args) => ({ name: 'agent', args })))

/** The agents that work, or have worked, for a chat. */
export const agentsOf = async (app: App, sessionId: SessionId): Promise<readonly AgentRun[]> =>
  app.handlers['agent.runs']({ sessionId }, CALLER)

/** The first of them. */
export async function firstAgentOf(app: App, sessionId: SessionId): Promise<AgentRun> {
  const [agent] = await agentsOf(app, sessionId)
  if (agent === undefined) throw new Error('No agent works for this chat.')
  return agent
}

/** Words that come once they are let. */
export const held = (gate: Gate, text: string): Script => ({
  steps: [{ do: 'wait', gate }, { do: 'text', text }, END],
})

/** An answer that lets another one go on. */
export function opening(gate: Gate, script: Script) {
  return () => {
    gate.open()
    return script
  }
}

/** The steps of an answer, to be put behind others. */
export function stepsOf(script: Script) {
  return 'steps' in script ? script.steps : []
}

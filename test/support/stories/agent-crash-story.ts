import { expect } from 'vitest'
import { ModelRef, type SessionId } from '#shared/ids.ts'
import type { SentRequest } from '../hosts/agent-host.ts'
import { callScript, createGate, type Gate, type Script, textScript } from '../models/model-script.ts'
import { modelTable } from '../models/model-table.ts'
import { type Chats, tellChats } from './chat-story.ts'

/** An answer that begins and never ends. */
export const HANGS: Script = { steps: [{ do: 'text', text: 'I am at' }, { do: 'hang' }] }
/** Sends for each of these tasks an agent, all at once. */
export const give = (...tasks: readonly Record<string, unknown>[]): Script =>
  callScript(tasks.map((args) => ({ name: 'agent', args })))

const SOON = { timeout: 8_000 }
const ASK_FOR_LOOKS = '\n[[permissions]]\ntool = "agent"\npattern = "explore"\naction = "ask"\n'

/**
 * Chats whose agents have worked, or wait, when the app ends. The first rule whose word stands in what is asked last
 * answers; a rule may wait for the gate of its chat. Whoever sends explorers has to be allowed to.
 */
export function tellAgentCrash(rules: readonly (readonly [string, (gate: Gate) => Script])[]) {
  let gate = createGate()
  const story = tellChats({
    respond: ({ body }) => {
      const asked = JSON.stringify((body as SentRequest).messages.at(-1))
      return rules.find(([word]) => asked.includes(word))?.[1](gate) ?? textScript('I see.')
    },
  })
  const agentsOf = ({ handlers, caller }: Chats, sessionId: SessionId) =>
    handlers['agent.runs']({ sessionId }, caller)
  const statesOf = async (chats: Chats, sessionId: SessionId) =>
    (await agentsOf(chats, sessionId)).map(({ title, state }) => `${title} ${state}`).toSorted()
  return {
    agentsOf,
    statesOf,
    openGate: () => gate.open(),
    end: story.end,
    afterCrash: story.afterCrash,
    /** A new chat that begins with these words. */
    begin: async (text: string) => {
      gate = createGate()
      const chats = await story.start(`${modelTable('model', story.server().baseUrl)}${ASK_FOR_LOOKS}`)
      const target = { to: 'project', projectId: chats.projectId, permissionMode: 'ask' } as const
      const wanted = { target: { ...target, model: ModelRef.parse('test/scripted') }, text, images: [] }
      const { sessionId } = await chats.handlers['session.send'](wanted, chats.caller)
      return { chats, sessionId }
    },
    /** Resolves once the agents of a chat stand so. */
    until: (chats: Chats, sessionId: SessionId, states: readonly string[]) =>
      expect.poll(() => statesOf(chats, sessionId), SOON).toEqual(states),
    /** How often something was asked with this word. */
    askedWith: (word: string): number =>
      story.asked().filter(({ messages }) => JSON.stringify(messages.at(-1)).includes(word)).length,
    /** Allows what is asked first, and waits until nothing goes on any more. */
    allow: async ({ app, handlers, caller }: Chats, sessionId: SessionId): Promise<void> => {
      const [asked] = await handlers['inbox.list']({}, caller)
      if (asked === undefined) throw new Error('Nothing is asked.')
      const { requestId } = asked.ask
      await handlers['interaction.answer'](
        { sessionId, requestId, outcome: 'approved', remember: { scope: 'once' } },
        caller,
      )
      await app.idle()
    },
  }
}

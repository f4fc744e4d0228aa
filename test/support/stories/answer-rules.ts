import type { SentRequest } from '../hosts/agent-host.ts'
import { type Script, textScript } from '../models/model-script.ts'

/** What is answered to a request whose newest message has the word in it; the first that fits counts. */
export type AnswerRules = readonly (readonly [string, () => Script])[]

/** Answers requests by their newest message; what no rule is for is answered with the words given. */
export function byNewestWords(rules: AnswerRules, otherwise: string) {
  return ({ body }: { readonly body: unknown }): Script => {
    const asked = JSON.stringify((body as SentRequest).messages.at(-1))
    return rules.find(([word]) => asked.includes(word))?.[1]() ?? textScript(otherwise)
  }
}

import { textOf, toolCallsOf } from '#shared/session/message-words.ts'
import { createLastingFact } from '../../context/branch/lasting-fact.ts'

/** Tools for jobs of many agents. Their descriptions are long and most chats never need them. */
export const BIG_JOB_TOOLS: ReadonlySet<string> = new Set(['workflow', 'team_create'])

/** The skill that explains such jobs. */
const SKILL = 'orchestrate'

/** Words by which a person asks for such a job, in the languages of the window and some others. */
const WORDS =
  /\b(?:workflows?|teams?|team-?mates?|orchestrat\w*|swarms?|sub-?agents?|many agents|several agents|fan[- ]?out|équipes?|equipos?)\b|工作流|团队|队友|编排|多个智能体|チーム|ワークフロー|команд/iu

/**
 * Whether a branch involves a job of many agents: its skill was loaded, such a tool was used, or the person
 * used a word for it. It never becomes false again on a branch, so the tool list changes at most once.
 */
export const wantsBigJob = createLastingFact((event) => {
  if (event.kind === 'compact') return event.payload.facts?.bigJob === true
  if (event.kind === 'harness.item') {
    return event.payload.origin === 'user' && WORDS.test(event.payload.content)
  }
  if (event.kind !== 'message') return false
  const { message } = event.payload
  if (message.role === 'user') return WORDS.test(textOf(message))
  return toolCallsOf(message).some(({ name, args }) => BIG_JOB_TOOLS.has(name) || isSkill(name, args))
})

function isSkill(tool: string, args: unknown): boolean {
  return tool === 'skill' && JSON.stringify(args ?? null).includes(`"${SKILL}"`)
}

import type { AgentDefinition } from '#shared/agent/definition.ts'
import { chosenEffort } from '#shared/session/chosen-effort.ts'
import type { SessionRecord } from '#shared/session/session.ts'
import type { ModelRequest } from '../models/model.ts'

/** Sampling and effort settings of a request. */
export type AnswerStyle = Pick<ModelRequest, 'temperature' | 'topP' | 'effort'>

/** Collects what the agent's definition and the chat settle about an answer. Missing: as is set for the model. */
export function answerStyle(
  { temperature, topP }: Pick<AgentDefinition, 'temperature' | 'topP'>,
  session: SessionRecord | null,
): AnswerStyle {
  const effort = session === null ? null : chosenEffort(session.meta)
  return {
    ...(temperature === undefined ? {} : { temperature }),
    ...(topP === undefined ? {} : { topP }),
    ...(effort === null ? {} : { effort }),
  }
}

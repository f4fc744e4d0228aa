import { z } from 'zod'
import { ReasoningEffort } from '../model/model.ts'
import { ModelRole } from '../model/roles.ts'
import { AgentHeader, AgentMode, FILE_NAME } from './definition.ts'

/**
 * An agent that a model proposes from a sentence. It is data for a form, which the person reviews and saves. It names no
 * rules and never full access.
 */
export const AgentProposal = z.object({
  id: z.string().max(80).regex(FILE_NAME, 'must be lower-case words joined by hyphens'),
  name: z.exactOptional(AgentHeader.shape.name.unwrap()),
  description: AgentHeader.shape.description,
  mode: z.exactOptional(AgentMode.exclude(['hidden'])),
  model: z.exactOptional(ModelRole),
  effort: z.exactOptional(ReasoningEffort),
  permissionMode: z.exactOptional(z.enum(['plan', 'ask', 'accept_edits'])),
  maxTurns: z.exactOptional(AgentHeader.shape.maxTurns.unwrap()),
  tools: z.exactOptional(AgentHeader.shape.tools.unwrap()),
  instructions: z.string().trim().min(1).max(20_000),
})
export type AgentProposal = z.infer<typeof AgentProposal>

/** A draft, the model that wrote it and its cost in US dollars; null where no price is known. */
export type Drafted<T> = { readonly draft: T; readonly model: string; readonly usd: number | null }

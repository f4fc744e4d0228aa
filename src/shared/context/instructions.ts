import { z } from 'zod'
import { Millis } from '../ids.ts'

export const SectionKind = z.enum([
  'baseline',
  'rules',
  'memory',
  'workspace',
  'environment',
  'time',
  'skills',
])
export type SectionKind = z.infer<typeof SectionKind>

export const InstructionSource = z.strictObject({
  sourceType: z.enum(['builtin', 'agents_md', 'memory', 'skill']),
  path: z.exactOptional(z.string()),
  scope: z.exactOptional(z.enum(['global_user', 'project'])),
  priority: z.exactOptional(z.number()),
  sha256: z.exactOptional(z.string()),
  truncated: z.exactOptional(z.boolean()),
})
export type InstructionSource = z.infer<typeof InstructionSource>

export const InstructionSection = z.strictObject({
  kind: SectionKind,
  frozenAt: Millis,
  sources: z.exactOptional(z.array(InstructionSource)),
  renderedBlock: z.string(),
})
export type InstructionSection = z.infer<typeof InstructionSection>

/** The system prompt's parts, frozen when the session starts so that requests stay cacheable and auditable. */
export const InstructionSnapshot = z.strictObject({
  version: z.literal(1),
  cwd: z.string(),
  sections: z.array(InstructionSection),
})
export type InstructionSnapshot = z.infer<typeof InstructionSnapshot>

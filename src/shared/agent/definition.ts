import { z } from 'zod'
import { AgentContext } from '../config/context-table.ts'
import { AgentId } from '../ids.ts'
import { ReasoningEffort, TopP } from '../model/model.ts'
import { ProviderReplay } from '../model/provider-replay.ts'
import { PermissionMode } from '../permission/mode.ts'
import { PermissionRule } from '../permission/rule.ts'
import type { FileProblem } from './file-problem.ts'

/** Lower-case words joined by hyphens: how agents and skills are named, and their files. */
export const FILE_NAME = /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/

const FileName = z.string().max(80).regex(FILE_NAME, 'must be lower-case words joined by hyphens')
const ToolName = z.string().min(1).max(200)

/**
 * `primary`: a person can talk to it, and it can be given work. `subagent`: it is only given work. `hidden`: the app
 * itself uses it.
 */
export const AgentMode = z.enum(['primary', 'subagent', 'hidden'])
export type AgentMode = z.infer<typeof AgentMode>

/** The colour of its mark. A name, so that every theme can choose its own shade. */
export const AgentColor = z.enum(['orange', 'amber', 'green', 'teal', 'blue', 'violet', 'pink', 'grey'])
export type AgentColor = z.infer<typeof AgentColor>

/** The header between the two `---` lines of an agent file. Strict: the error names each unknown key. */
export const AgentHeader = z.strictObject({
  name: z.exactOptional(z.string().trim().min(1).max(80)),
  description: z.string().trim().min(1).max(1_000),
  mode: z.exactOptional(AgentMode),
  family: z.exactOptional(FileName),
  color: z.exactOptional(AgentColor),
  model: z.exactOptional(z.string().trim().min(1).max(300)),
  temperature: z.exactOptional(z.number().min(0).max(2)),
  topP: z.exactOptional(TopP),
  effort: z.exactOptional(ReasoningEffort),
  providerReplay: z.exactOptional(ProviderReplay),
  maxTurns: z.exactOptional(z.number().int().min(1).max(10_000)),
  permissionMode: z.exactOptional(PermissionMode),
  tools: z.exactOptional(
    z.strictObject({
      allow: z.exactOptional(z.array(ToolName).max(500)),
      deny: z.exactOptional(z.array(ToolName).max(500)),
    }),
  ),
  permission: z.exactOptional(z.array(PermissionRule).max(500)),
  skills: z.exactOptional(z.array(FileName).max(500)),
  canDelegateTo: z.exactOptional(z.array(FileName).max(500)),
  context: z.exactOptional(AgentContext),
})
export type AgentHeader = z.infer<typeof AgentHeader>

const ONLY_TIGHTER = 'an agent of a project can only ask or deny; allowing is for your own agents'

/** The same for a file a project brings along: its rules can tighten and never allow. */
export const ProjectAgentHeader = z.strictObject({
  ...AgentHeader.shape,
  permission: z.exactOptional(
    z
      .array(z.strictObject({ ...PermissionRule.shape, action: z.enum(['ask', 'deny'], ONLY_TIGHTER) }))
      .max(500),
  ),
})

export const AgentSource = z.enum(['builtin', 'user', 'project', 'plugin'])
export type AgentSource = z.infer<typeof AgentSource>

/** An agent's identity and permissions, with all defaults filled in. */
export const AgentDefinition = z.strictObject({
  ...AgentHeader.shape,
  id: AgentId,
  name: z.string(),
  mode: AgentMode,
  source: AgentSource,
  /** The plugin that brings it. */
  plugin: z.exactOptional(z.string()),
  /** The persona: the text below the header, sent to the model. */
  persona: z.string(),
  tools: AgentHeader.shape.tools.unwrap(),
  permission: z.array(PermissionRule),
})
export type AgentDefinition = z.infer<typeof AgentDefinition>

/** A line of the list of agents. */
export type AgentListing = Pick<
  AgentDefinition,
  | 'id'
  | 'name'
  | 'description'
  | 'mode'
  | 'family'
  | 'color'
  | 'source'
  | 'plugin'
  | 'model'
  | 'effort'
  | 'permissionMode'
> & {
  /** The tools it is offered in a chat, by name. */
  readonly offered: readonly string[]
  /** The source of the definition with the same name that this one overrides, or null. */
  readonly replaces: AgentSource | null
  /** The keys that settings change, such as `tools.deny`. */
  readonly changed?: readonly string[]
}

/** The usable agents of a project and the files with errors. */
export type AgentList = {
  readonly agents: readonly AgentListing[]
  readonly problems: readonly FileProblem[]
}

/** One agent with everything about it. `file` is null for one that comes with the app. */
export type AgentDetail = {
  readonly listing: AgentListing
  readonly definition: AgentDefinition
  readonly file: string | null
  /** The file as it is written. */
  readonly text: string
}

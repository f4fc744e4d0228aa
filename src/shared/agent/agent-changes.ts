import { z } from 'zod'
import { BackgroundAfter } from './background-after.ts'
import { AgentHeader } from './definition.ts'

const { mode: _mode, family: _family, description, ...fields } = AgentHeader.shape

/** The keys of `[agents.<id>]` for the person: changes to one agent. A missing key changes nothing. */
export const AgentChanges = z.strictObject({
  ...fields,
  description: z.exactOptional(description),
  /** The text that replaces the instructions of the agent. */
  persona: z.exactOptional(z.string().trim().min(1).max(100_000)),
  /** True: the agent cannot be chosen or started. */
  disabled: z.exactOptional(z.boolean()),
})
export type AgentChanges = z.infer<typeof AgentChanges>

/** The same for a file in a project folder, which can only take rights away. */
export const ProjectAgentChanges = AgentChanges.pick({ tools: true }).extend({
  disabled: z.exactOptional(z.literal(true, 'a project can only switch an agent off')),
})

/** Settings of background work, beside changes to single agents under their names. */
export type AgentsTable = {
  readonly [id: string]: AgentChanges | boolean | number
  readonly background?: boolean
  readonly backgroundAfter?: number
}

/**
 * `background = false` starts no new background work; running work continues. `backgroundAfter` is the number of minutes
 * that results wait for siblings before those move to the background; 0 waits without limit.
 */
export const AgentsTable: z.ZodType<AgentsTable> = z
  .strictObject({
    background: z.exactOptional(z.boolean()),
    backgroundAfter: z.exactOptional(BackgroundAfter),
  })
  .catchall(AgentChanges)

export const ProjectAgentsTable = z.record(z.string(), ProjectAgentChanges)

/** Changes to agents by their name. */
export type ChangesById = Readonly<Record<string, AgentChanges>>

/** Returns the changes to single agents, without the settings of background work. */
export function changesById(table: AgentsTable): ChangesById {
  const entries = Object.entries(table)
  return Object.fromEntries(entries.flatMap(([id, value]) => (isChanges(value) ? [[id, value]] : [])))
}

const isChanges = (value: AgentsTable[string]): value is AgentChanges => typeof value === 'object'

import { z } from 'zod'
import { type AgentDetail, type AgentList, FILE_NAME } from '../../agent/definition.ts'
import type { SkillList } from '../../agent/skill.ts'
import { AgentId, ProjectId } from '../../ids.ts'
import { call, personCall } from '../call.ts'

/** Null asks for what holds outside of every project. */
const place = { projectId: ProjectId.nullable() }

export const AGENT_CALLS = {
  /** The agents that can be used here, hidden ones included, in the order of their names. */
  'agents.list': call<AgentList>()(z.strictObject(place)),
  'agents.get': call<AgentDetail>()(z.strictObject({ ...place, agentId: AgentId })),
  /** Writes the file of an agent. `before` is what it held when the person began; null for a new one. */
  'agents.save': personCall<null>()(
    z.strictObject({
      ...place,
      source: z.enum(['user', 'project']),
      agentId: z.string().max(80).regex(FILE_NAME),
      text: z.string().max(60_000),
      before: z.string().max(70_000).nullable(),
    }),
  ),
  'skills.list': call<SkillList>()(z.strictObject(place)),
} as const

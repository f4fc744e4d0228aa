import { z } from 'zod'
import type { AgentDetail, AgentList } from '../../agent/definition.ts'
import type { SkillList } from '../../agent/skill.ts'
import { AgentId, ProjectId } from '../../ids.ts'
import { call } from '../call.ts'

/** Null asks for what holds outside of every project. */
const place = { projectId: ProjectId.nullable() }

export const AGENT_CALLS = {
  /** The agents that can be used here, hidden ones included, in the order of their names. */
  'agents.list': call<AgentList>()(z.strictObject(place)),
  'agents.get': call<AgentDetail>()(z.strictObject({ ...place, agentId: AgentId })),
  'skills.list': call<SkillList>()(z.strictObject(place)),
} as const

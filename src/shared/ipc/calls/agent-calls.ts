import { z } from 'zod'
import type { AgentProposal, Drafted } from '../../agent/agent-proposal.ts'
import type { AgentAtWork, AgentRun } from '../../agent/agent-run.ts'
import type { CommandFileList } from '../../agent/command-file.ts'
import { type AgentDetail, type AgentList, FILE_NAME } from '../../agent/definition.ts'
import type { AgentFileProblem } from '../../agent/file-problem.ts'
import type { OutputStyleList } from '../../agent/output-style.ts'
import type { SkillList } from '../../agent/skill.ts'
import { AgentId, ProjectId, SessionId } from '../../ids.ts'
import { call, personCall } from '../call.ts'

/** Null asks for what holds outside of every project. */
const place = { projectId: ProjectId.nullable() }

/** Identifies a file by its agent; only main knows the path. */
const file = {
  source: z.enum(['user', 'project']),
  agentId: z.string().max(80).regex(FILE_NAME),
}

/** The wish of the person for a draft, in their words. */
const Wish = z.string().trim().min(1).max(4_000)

/** An agent is named by the id of its log. */
const ofAgent = z.strictObject({ sessionId: SessionId })

export const AGENT_CALLS = {
  /** The agents that can be used here, hidden ones included, in the order of their names. */
  'agents.list': call<AgentList>()(() => z.strictObject(place)),
  'agents.get': call<AgentDetail>()(() => z.strictObject({ ...place, agentId: AgentId })),
  /** The file of an agent as it is written, also when it cannot be used. */
  'agents.file': call<{ readonly text: string }>()(() => z.strictObject({ ...place, ...file })),
  /** Returns the errors of an agent text during editing, in line order. Stores nothing. */
  'agents.check': personCall<readonly AgentFileProblem[]>()(() =>
    z.strictObject({ ...file, text: z.string().max(60_000) }),
  ),
  /** Writes the file of an agent. `before` is what it held when the person began; null for a new one. */
  'agents.save': personCall<null>()(() =>
    z.strictObject({
      ...place,
      ...file,
      text: z.string().max(60_000),
      before: z.string().max(70_000).nullable(),
    }),
  ),
  /**
   * Makes the file of an agent: as a copy of one that can be used here, or with a text of the person. Its name must be
   * free here.
   */
  'agents.create': personCall<null>()(() =>
    z.strictObject({
      ...place,
      source: file.source,
      agentId: z.string().max(1_000),
      /** The agent of which it is a copy, or the whole file as the form wrote it. */
      from: z.union([z.strictObject({ copyOf: AgentId }), z.strictObject({ text: z.string().max(60_000) })]),
    }),
  ),
  /**
   * Has a model draft an agent from a sentence of the person. Writes nothing. `before`: the file so far; empty for none.
   */
  'agents.draft': personCall<Drafted<AgentProposal>>()(() =>
    z.strictObject({ ...place, wish: Wish, before: z.string().max(60_000) }),
  ),
  'agents.stopDraft': call<null>()(() => z.strictObject(place)),
  /** Deletes the file of an agent. What it held is kept until the app ends. */
  'agents.delete': call<null>()(() => z.strictObject({ ...place, ...file })),
  /** Puts a deleted file back as it was. */
  'agents.restore': call<null>()(() => z.strictObject({ ...place, ...file })),
  /**
   * Agents that work, or have worked, for a chat or for another agent, with all that work for them, in the order they
   * started. Without a session the newest of a project, or of all. Changes come as `agent.run`.
   */
  'agent.runs': call<readonly AgentRun[]>()(() =>
    z.union([
      z.strictObject({ sessionId: SessionId }),
      z.strictObject({ ...place, limit: z.number().int().min(1).max(500) }),
    ]),
  ),
  /** The agents of all chats that are running, waiting for the person or paused at a limit. */
  'agent.atWork': call<readonly AgentAtWork[]>()(() => z.strictObject({})),
  /** Stops one agent and all that work for it. Harmless when it has ended. */
  'agent.stop': call<null>()(() => ofAgent),
  /** Moves this agent to the background. Its parent continues and gets a message when the agent ends. */
  'agent.toBackground': call<null>()(() => ofAgent),
  /**
   * Sends a message to an agent. A running agent reads it at its next step; an ended agent resumes with it.
   */
  'agent.message': call<null>()(() =>
    z.strictObject({ sessionId: SessionId, text: z.string().min(1).max(200_000) }),
  ),
  /** Resumes a chat or an agent and all its subagents that a limit paused. */
  'agent.goOnAll': call<null>()(() => ofAgent),
  /** Opens the file of a skill, also of one that cannot be used, with what the system opens such files with. */
  'skills.open': call<null>()(() =>
    z.strictObject({ ...place, source: file.source, name: z.string().min(1).max(200) }),
  ),
  'skills.list': call<SkillList>()(() => z.strictObject(place)),
  /** Switches a skill on or off in all projects. */
  'skills.turn': call<null>()(() => z.strictObject({ name: z.string().min(1).max(200), on: z.boolean() })),
  /** Lists the output styles that can be chosen, and the files that cannot be used. */
  'styles.list': call<OutputStyleList>()(() => z.strictObject(place)),
  /** Chooses the output style of new chats by its name; null for none. */
  'styles.choose': call<null>()(() =>
    z.strictObject({ ...place, name: z.string().min(1).max(200).nullable() }),
  ),
  /** Lists the commands that Markdown files describe, and the files that cannot be used. */
  'commands.files': call<CommandFileList>()(() => z.strictObject(place)),
} as const

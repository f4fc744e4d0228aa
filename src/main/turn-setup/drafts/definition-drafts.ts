import { z } from 'zod'
import { AgentProposal, type Drafted } from '#shared/agent/agent-proposal.ts'
import type { AgentList } from '#shared/agent/definition.ts'
import type { AgentId, ProjectId } from '#shared/ids.ts'
import { StatusLineProposal } from '#shared/status-line/status-line.ts'
import type { ScriptCheck } from '#shared/workflow/workflow-run.ts'
import type { ToolSpec } from '../../models/model.ts'
import type { FilledDrafts, FilledWish } from './filled-drafts.ts'

/** The hidden agents that draft agents and workflows. */
export const AGENT_AUTHOR: AgentId = 'agent-author'
export const SCRIPT_AUTHOR: AgentId = 'workflow-author'
export const STATUS_LINE_AUTHOR: AgentId = 'status-line-author'

/** Characters of the lists that a draft is given. */
const MOST_LISTED = 8_000
/** Problems of an answer that the model reads. */
const MOST_TOLD = 8

type Deps = {
  readonly drafts: FilledDrafts
  readonly agents: (projectId: ProjectId | null) => Promise<AgentList>
  /** Says what is wrong with a script. */
  readonly check: (script: string) => ScriptCheck
  /** The guide to workflow scripts, for models. */
  readonly scriptGuide: string
}

type Wish = {
  readonly projectId: ProjectId | null
  /** The wish of the person, in their words. */
  readonly wish: string
  /** The text so far; empty for none. */
  readonly before: string
}

/** A wish for a status line command, with the shell that runs it and the prompt of the person's shell. */
type StatusLineWish = Wish & { readonly shell: string; readonly prompt: string }

/** Has a model draft agents, workflows and status lines from a sentence. Nothing is written or started. */
export function createDefinitionDrafts({ drafts, agents, check, scriptGuide }: Deps) {
  return {
    agent: async (
      { projectId, wish, before }: Wish,
      signal: AbortSignal,
    ): Promise<Drafted<AgentProposal>> => {
      const known = await agents(projectId)
      return drafts.fill(
        {
          agent: AGENT_AUTHOR,
          projectId,
          tool: AGENT_TOOL,
          read: readAgent,
          sections: [
            ['tools', toolsOf(known).join(', ')],
            ['existing-agents', listOf(known)],
            ['file-so-far', before],
            ['wish', wish],
          ],
          ask: 'Call `agent_definition` with the whole agent.',
        },
        signal,
      )
    },
    script: async (
      { projectId, wish, before }: Wish,
      signal: AbortSignal,
    ): Promise<Drafted<{ readonly script: string }>> =>
      drafts.fill(
        {
          agent: SCRIPT_AUTHOR,
          projectId,
          tool: SCRIPT_TOOL,
          read: readScript(check),
          sections: [
            ['how-to-write-workflows', scriptGuide],
            ['agents', listOf(await agents(projectId))],
            ['script-so-far', before],
            ['wish', wish],
          ],
          ask: 'Call `workflow_script` with the whole script.',
        },
        signal,
      ),
    statusLine: (
      { projectId, wish, before, shell, prompt }: StatusLineWish,
      signal: AbortSignal,
    ): Promise<Drafted<StatusLineProposal>> =>
      drafts.fill(
        {
          agent: STATUS_LINE_AUTHOR,
          projectId,
          tool: STATUS_LINE_TOOL,
          read: readStatusLine,
          sections: [
            ['shell', shell],
            ['command-so-far', before],
            ['shell-prompt', prompt],
            ['wish', wish],
          ],
          ask: 'Call `status_line` with the whole command.',
        },
        signal,
      ),
    stopStatusLine: (projectId: ProjectId): void => drafts.stop({ agent: STATUS_LINE_AUTHOR, projectId }),
    stopAgent: (projectId: ProjectId | null): void => drafts.stop({ agent: AGENT_AUTHOR, projectId }),
    stopScript: (projectId: ProjectId): void => drafts.stop({ agent: SCRIPT_AUTHOR, projectId }),
  }
}

export type DefinitionDrafts = ReturnType<typeof createDefinitionDrafts>

const Script = z.object({ script: z.string().trim().min(1) })

const toolFor = (name: string, description: string, schema: z.ZodType): ToolSpec => ({
  name,
  description,
  schema: z.toJSONSchema(schema, { io: 'input' }),
})

const AGENT_TOOL = toolFor('agent_definition', 'Gives the drafted agent to the form.', AgentProposal)
const STATUS_LINE_TOOL = toolFor(
  'status_line',
  'Shows the drafted command to the person.',
  StatusLineProposal,
)
const SCRIPT_TOOL = toolFor('workflow_script', 'Gives the drafted script to the editor.', Script)

const readAgent: FilledWish<AgentProposal>['read'] = (args) => {
  const read = AgentProposal.safeParse(args)
  return read.success ? { ok: true, draft: read.data } : { ok: false, why: problemsIn(read.error) }
}

/** Signs that a person could not see in the command. */
const UNSEEN = /[^\P{Cc}\n\t]|[\p{Cf}\u2028\u2029]/u

const readStatusLine: FilledWish<StatusLineProposal>['read'] = (args) => {
  const read = StatusLineProposal.safeParse(args)
  if (!read.success) return { ok: false, why: problemsIn(read.error) }
  return UNSEEN.test(read.data.command)
    ? { ok: false, why: 'The command holds control characters. Write \\033 in place of the character.' }
    : { ok: true, draft: read.data }
}

function readScript(check: Deps['check']): FilledWish<{ readonly script: string }>['read'] {
  return (args) => {
    const read = Script.safeParse(args)
    if (!read.success) return { ok: false, why: problemsIn(read.error) }
    const { script } = read.data
    const problems = check(script).problems.map(({ line, message }) => `Line ${line}: ${message}`)
    return problems.length === 0
      ? { ok: true, draft: { script: `${script}\n` } }
      : { ok: false, why: problems.slice(0, MOST_TOLD).join('\n') }
  }
}

const problemsIn = ({ issues }: z.ZodError): string =>
  issues
    .slice(0, MOST_TOLD)
    .map(({ path, message }) => `${path.join('.')}: ${message}`)
    .join('\n')

/** Returns the names of all tools that some agent is offered. */
const toolsOf = ({ agents }: AgentList): readonly string[] =>
  [...new Set(agents.flatMap(({ offered }) => offered))].toSorted()

const listOf = ({ agents }: AgentList): string =>
  agents
    .filter(({ mode }) => mode !== 'hidden')
    .map(({ id, description }) => `${id}: ${description.replaceAll('\n', ' ')}`)
    .join('\n')
    .slice(0, MOST_LISTED)
